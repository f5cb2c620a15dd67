package import AuditFacts
import AuditPolicy

/// What a rule saw, before policy, suppressions and baseline have their say.
package struct Observation: Sendable, Hashable {
    /// What is wrong, with the values it rests on; lower case, no full stop.
    package let message: String
    /// How to mend it, when the rule's own words are not enough.
    package let hint: String?
    /// How sure it is.
    package let confidence: Finding.Confidence
    /// The level it has at most, whatever that of the rule is.
    package let ceiling: FindingLevel
    /// The file or device path.
    package let path: String
    /// The statement, entry or element.
    package let span: SourceSpan
    /// Other places it rests on.
    package let related: [RelatedPlace]

    /// An observation about `span` of `path`.
    package init(
        _ message: String,
        hint: String? = nil,
        confidence: Finding.Confidence = .high,
        ceiling: FindingLevel = .error,
        path: String,
        span: SourceSpan,
        related: [RelatedPlace] = []
    ) {
        self.message = message
        self.hint = hint
        self.confidence = confidence
        self.ceiling = ceiling
        self.path = path
        self.span = span
        self.related = related
    }

    /// An observation that rests on the name `found`, which the value passes on its `way`.
    ///
    /// What rests on a guess is a note.
    init(
        _ message: String,
        because found: SensitiveName,
        path: String,
        span: SourceSpan,
        way: [RelatedPlace] = []
    ) {
        self.init(
            message,
            confidence: found.match.isGuess ? .low : .medium,
            ceiling: found.match.isGuess ? .note : .error,
            path: path,
            span: span,
            related: found.way + way
        )
    }
}
