/// A piece of a string literal.
package enum TextPart: Sendable, Hashable {
    /// Characters, with their escapes resolved.
    case fixed(String)
    /// An interpolated value; with its label for `\(x, privacy: .public)`.
    case interpolated([Argument])
}
