import AuditFacts
import AuditRules
import Testing

/// An example of a rule, to be tried.
struct RuleLesson: Sendable, CustomStringConvertible {
    let rule: String
    let example: RuleExample

    /// The examples of a rule: those in its file and its fixtures.
    static func all(of rule: RuleDescription) throws -> [RuleLesson] {
        let fixtures = try RuleFixture.all(of: rule.id).map(\.example)
        return (rule.examples + fixtures).map { RuleLesson(rule: rule.id, example: $0) }
    }

    var description: String { "\(rule): \(example.title)" }

    /// What the rule reports in the example, as `path:line`.
    func findings() throws -> [String] {
        // Of rules about acceptances all must run; of any other it costs less that one does.
        let rules: Set<String>? = rule.hasPrefix("policy.suppression-") ? nil : [rule]
        let report = try AuditedTexts(example.files, policy: example.policy).report(rules) {
            audit in
            if let device = example.device { audit.facts.devices.append(device.facts) }
        }
        let own = report.findings.filter { $0.rule == rule && $0.suppression == nil }
        return own.map { "\($0.path):\($0.line)" }.sorted()
    }
}
