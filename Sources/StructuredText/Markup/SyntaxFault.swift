/// Why a text breaks its format's rules, and where.
package struct SyntaxFault: Error, Sendable, Hashable {
    /// The facts in lower case, without a full stop.
    package let message: String
    /// The place the message is about.
    package let place: BytePlace

    /// The fault `message` at `place`.
    package init(_ message: String, at place: BytePlace) {
        self.message = message
        self.place = place
    }
}
