import AuditFacts

/// A finding in the JSON report.
struct FindingDocument: Codable {
    struct Related: Codable {
        let path: String
        let line: PositiveNumber
        let message: String

        init(_ place: RelatedPlace) {
            path = place.path
            line = PositiveNumber(place.line)
            message = place.message
        }

        /// The place it was made from.
        var place: RelatedPlace { RelatedPlace(message, path: path, line: line.value) }
    }

    struct Acceptance: Codable {
        let reason: String
        let until: OrNull<String>
        let by: String
    }

    let rule: String
    let level: Word<FindingLevel>
    let confidence: Word<Finding.Confidence>
    let message: String
    let hint: String
    let path: String
    let line: PositiveNumber
    let column: PositiveNumber
    let endLine: PositiveNumber
    let excerpt: [String]
    let fingerprint: String
    /// It and `way` are missing from reports of earlier versions.
    let kind: OrNull<String>?
    let way: [Related]?
    let related: [Related]
    let suppression: OrNull<Acceptance>
    let baselined: Bool

    init(_ finding: Finding) {
        rule = finding.rule
        level = Word(finding.level)
        confidence = Word(finding.confidence)
        message = finding.message
        hint = finding.hint
        path = finding.path
        line = PositiveNumber(finding.line)
        column = PositiveNumber(finding.column)
        endLine = PositiveNumber(finding.endLine)
        excerpt = finding.excerpt
        fingerprint = finding.fingerprint
        kind = OrNull(finding.kind)
        way = finding.way.map { Related($0) }
        related = finding.related.map { Related($0) }
        suppression = OrNull(
            finding.suppression.map {
                Acceptance(reason: $0.reason, until: OrNull($0.until), by: $0.by)
            }
        )
        baselined = finding.isBaselined
    }

    /// The finding it was made from.
    var finding: Finding {
        Finding(
            rule: rule,
            level: level.value,
            confidence: confidence.value,
            message: message,
            hint: hint,
            path: path,
            line: line.value,
            column: column.value,
            endLine: endLine.value,
            excerpt: excerpt,
            fingerprint: fingerprint,
            kind: kind?.value,
            way: way?.map(\.place) ?? [],
            related: related.map(\.place),
            suppression: suppression.value.map {
                Suppression(reason: $0.reason, until: $0.until.value, by: $0.by)
            },
            isBaselined: baselined
        )
    }
}
