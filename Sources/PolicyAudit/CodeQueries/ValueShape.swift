/// What kind of value an expression is, as far as names and declarations tell.
package enum ValueShape: Sendable, Hashable {
    /// A truth value, number, date, size or state: nothing that holds a secret or a person's words.
    case plain
    /// A text that is the same at every run.
    case fixedText
    /// `nil` or an empty text, list or data.
    case empty
    /// Anything else.
    case open
}
