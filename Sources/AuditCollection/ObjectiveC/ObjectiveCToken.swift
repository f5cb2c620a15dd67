/// A word or sign of an Objective-C source.
struct ObjectiveCToken: Sendable {
    enum Kind: Sendable {
        case name
        case number
        /// `"text"`.
        case text
        /// `@"text"`.
        case objectText
        /// `'c'`.
        case character
        /// `@word`.
        case directive
        /// Anything else; ``sign`` says what.
        case sign
    }

    let kind: Kind
    /// The bytes of a sign as a number, the first one highest; 0 for what is none.
    let sign: UInt32
    /// Where its bytes are.
    let range: Range<Int>
}
