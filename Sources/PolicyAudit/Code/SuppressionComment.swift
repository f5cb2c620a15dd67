/// A comment `protectctl:allow RULE until DATE -- reason` in a source.
///
/// It stands for findings on its own line and on the line after it.
package struct SuppressionComment: Sendable, Hashable {
    /// The comment's text after `protectctl:allow`, trimmed.
    package let text: String
    /// Where it stands.
    package let place: SourcePlace

    /// The comment `text` at `place`.
    package init(_ text: String, at place: SourcePlace) {
        self.text = text
        self.place = place
    }
}
