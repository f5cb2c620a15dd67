import AuditFacts

/// A finding as GitLab reads it (GitLab, "Code Quality", section "Code Quality report format").
struct GitLabIssue: Encodable {
    struct Lines: Encodable {
        let begin: Int
        let end: Int
    }

    struct Location: Encodable {
        let path: String
        let lines: Lines
    }

    let description: String
    let checkName: String
    let fingerprint: String
    let severity: String
    let location: Location

    private enum CodingKeys: String, CodingKey {
        case description, fingerprint, severity, location
        case checkName = "check_name"
    }

    /// `severity` is that of the rule, where it is known.
    init(_ finding: Finding, severity: Severity?, fingerprint: String) {
        description = Self.text(finding)
        checkName = finding.rule
        self.fingerprint = fingerprint
        self.severity = Self.word(finding.level, severity)
        // As it is, even where it leads out of the root: then no file of the repository is meant.
        location = Location(
            path: RelativeReference.trimmed(finding.path),
            lines: Lines(begin: finding.line, end: finding.endLine)
        )
    }

    /// GitLab shows nothing but this of a finding, so the steps of its way are part of it.
    private static func text(_ finding: Finding) -> String {
        guard !finding.way.isEmpty else { return finding.message }
        let steps = finding.way.prefix(stepLimit).map { "\($0.path):\($0.line)" }
        let rest = finding.way.count > stepLimit ? ["…"] : []
        return "\(finding.message) (\((steps + rest).joined(separator: " → ")))"
    }

    private static let stepLimit = 20

    /// The level decides, which a policy may have changed; the rule's severity divides errors and
    /// notes.
    private static func word(_ level: FindingLevel, _ severity: Severity?) -> String {
        switch level {
        case .error: severity == .critical ? "blocker" : "critical"
        case .warning: "major"
        case .note: severity == nil || severity == .low ? "info" : "minor"
        }
    }
}
