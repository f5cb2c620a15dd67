/// A single value as it was written.
package struct TextScalar: Sendable, Equatable {
    /// The value without its quotes and with its escapes resolved.
    package let text: String
    /// Whether it was written in quotes or as a `|` or `>` block, and so is text for certain.
    package let isQuoted: Bool

    /// The value `text`, written in quotes (or as a block) or plainly.
    package init(text: String, isQuoted: Bool) {
        self.text = text
        self.isQuoted = isQuoted
    }

    /// Whether nothing was given: an empty place, `~` or `null`, not in quotes (YAML 1.1, `!!null`).
    package var isNull: Bool {
        !isQuoted && ["", "~", "null", "Null", "NULL"].contains(text)
    }
}
