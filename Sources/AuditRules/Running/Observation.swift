package import AuditFacts
package import AuditPolicy

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
    /// Whether it is about the whole file, as about what is missing from it: no line says more.
    package let isAboutFile: Bool
    /// The policy's kind of data that is stored or reached otherwise than the policy has it.
    package let kind: String?
    /// The places a value passes, from where it comes from to where it is exposed, the observation's
    /// own among them.
    package let way: [RelatedPlace]
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
        isAboutFile: Bool = false,
        kind: DataKind? = nil,
        way: [RelatedPlace] = [],
        related: [RelatedPlace] = []
    ) {
        self.message = message
        self.hint = hint
        self.confidence = confidence
        self.ceiling = ceiling
        self.path = path
        self.span = span
        self.isAboutFile = isAboutFile
        self.kind = kind?.name
        self.way = way
        self.related = related
    }

    /// An observation that rests on the name `found`, whose value is handed over at `span` and passes
    /// the places of `way` from there on.
    ///
    /// What rests on a guess is a note.
    init(
        _ message: String,
        because found: SensitiveName,
        ceiling: FindingLevel = .error,
        path: String,
        span: SourceSpan,
        kind: DataKind? = nil,
        way: [RelatedPlace] = [],
        related: [RelatedPlace] = []
    ) {
        self.init(
            message,
            confidence: found.match.isGuess ? .low : .medium,
            ceiling: found.match.isGuess ? .note : ceiling,
            path: path,
            span: span,
            kind: kind,
            way: Self.way(from: found, over: path, span, to: way),
            related: related
        )
    }

    /// The way of the value of `found` to `span` of `path` and on by `steps`; empty when it is all at
    /// one place.
    static func way(
        from found: SensitiveName,
        over path: String,
        _ span: SourceSpan,
        to steps: [RelatedPlace] = []
    ) -> [RelatedPlace] {
        guard !found.way.isEmpty || !steps.isEmpty else { return [] }
        let own = RelatedPlace(
            steps.isEmpty ? "the value ends here" : "the value is handed on here",
            path: path,
            line: Int(span.start.line)
        )
        return found.way + [own] + steps
    }
}
