import AuditFacts
import AuditRules

/// The cases of a group of rules.
struct JUnitSuite {
    private struct Key: Hashable {
        let rule: String
        let path: String
    }

    let name: String
    let cases: [JUnitCase]

    /// The groups that found something, by name; one with a passed case when none did.
    static func all(of report: AuditReport, threshold: FindingLevel?) -> [JUnitSuite] {
        guard !report.findings.isEmpty else {
            return [JUnitSuite(name: "audit", cases: [JUnitCase(clean: "audit")])]
        }
        let findings = Dictionary(grouping: report.findings) { Key(rule: $0.rule, path: $0.path) }
        let keys = findings.keys.sorted { ($0.rule, $0.path) < ($1.rule, $1.path) }
        let groups = Dictionary(grouping: keys) { RuleBook.group(of: $0.rule) }
        return groups.sorted { $0.key < $1.key }.map { name, keys in
            JUnitSuite(
                name: name,
                cases: keys.map { key in
                    JUnitCase(
                        rule: key.rule,
                        path: key.path,
                        findings[key] ?? [],
                        threshold: threshold
                    )
                }
            )
        }
    }
}
