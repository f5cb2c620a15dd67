/// A part of a source or document that could not be parsed.
package struct SourceFlaw: Error, Sendable, Hashable {
    /// What is wrong, in lower case without a full stop.
    package let message: String
    /// Where.
    package let place: SourcePlace

    /// The flaw `message` at `place`.
    package init(_ message: String, at place: SourcePlace) {
        self.message = message
        self.place = place
    }
}
