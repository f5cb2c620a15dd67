import AuditCollection
import PolicyAudit
import Testing

/// An example of a rule, to be tried.
struct RuleLesson: Sendable, CustomStringConvertible {
    let rule: String
    let example: RuleExample

    /// The examples of all rules.
    static let all: [RuleLesson] = RuleCatalogue.descriptions.flatMap { description in
        description.examples.map { RuleLesson(rule: description.id, example: $0) }
    }

    var description: String { "\(rule): \(example.title)" }

    /// What the rule reports in the example, as `path:line`.
    func findings() throws -> [String] {
        let tree = MemoryTree(texts: example.files)
        var facts = AuditCollector(
            swift: { SwiftSourceReader.read(path: $0, bytes: $1, watched: RuleCatalogue.watches) },
            objectiveC: {
                ObjectiveCSourceReader.read(path: $0, bytes: $1, watched: RuleCatalogue.watches)
            }
        ).collect(tree)
        if let device = example.device { facts.devices.append(device.facts) }
        let text = "policy: 1\nname: example\nextends: [baseline]\n" + example.policy + "\n"
        let reader = PolicyReader(knownRules: nil) { _ in [] }
        let policy = try reader.read([PolicyText(file: "example.yml", Array(text.utf8))]).policy()
        let today = try #require(CalendarDay("2026-11-21"))
        var audit = Audit(facts: facts, policy: policy, today: today)
        // Of rules about acceptances all must run; of any other it costs less that one does.
        if !rule.hasPrefix("policy.suppression-") { audit.onlyRules = [rule] }
        let report = audit.report(toolVersion: "0") { path in
            path == "example.yml" ? Array(text.utf8) : try? tree.read(path, limit: 1 << 20)
        }
        let own = report.findings.filter { $0.rule == rule && $0.suppression == nil }
        return own.map { "\($0.path):\($0.line)" }
            .sorted()
    }
}
