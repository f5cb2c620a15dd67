import AuditFacts
import AuditRules

/// A rule as JSON.
struct RuleDocument: Encodable {
    let id: String
    let group: String
    let title: String
    let severity: String
    let level: String
    let proven: Bool
    let summary: String
    let rationale: String
    let remedy: String
    let references: References

    /// Where standards address it.
    struct References: Encodable {
        let masvs: [String]
        let mastg: [String]
        let maswe: [String]
        let masweVersion: String
        let cwe: [Int]
    }

    init(_ rule: RuleDescription) {
        id = rule.id
        group = rule.group
        title = rule.title
        severity = rule.severity.rawValue
        level = rule.level.rawValue
        proven = rule.isProven
        summary = rule.summary
        rationale = rule.rationale
        remedy = rule.remedy
        references = References(
            masvs: rule.references.controls,
            mastg: rule.references.tests,
            maswe: rule.references.weaknesses,
            masweVersion: RuleReferences.weaknessVersion,
            cwe: rule.references.commonWeaknesses
        )
    }
}

/// What `audit rules` prints as JSON.
struct RuleListDocument: Encodable {
    let version = 1
    let rules: [RuleDocument]
}

/// What `audit explain` prints as JSON.
struct RulePageDocument: Encodable {
    let version = 1
    let rule: RuleDocument
    let examples: [Example]

    /// Files with what the rule reports in them.
    struct Example: Encodable {
        let title: String
        let files: [String: String]
        let policy: String
        let findings: [String]
    }
}
