import AuditFacts
import AuditReports
import AuditRules
import Documents

/// The page of a rule for a terminal.
struct RulePage {
    private let rule: RuleDescription
    private let width: Int
    private let headline: (String) -> String

    init(_ rule: RuleDescription, width: Int, headline: @escaping (String) -> String) {
        self.rule = rule
        self.width = width
        self.headline = headline
    }

    var lines: [String] {
        [headline(rule.id), rule.title, "", "level: \(level)"]
            + section("What is reported", prose(rule.summary))
            + section("Why it matters", prose(rule.rationale))
            + section("How to mend it", prose(rule.remedy))
            + example("Reported", rule.examples.first(where: \.isBad))
            + example("Not reported", rule.examples.first { !$0.isBad })
            + section("How to silence it", silence)
            + section("References", references)
    }

    private var level: String {
        let reason =
            rule.isProven ? "" : ": it is not yet proven in real code, which a higher one demands"
        return "\(rule.level.rawValue) (severity \(rule.severity.rawValue)\(reason))"
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", headline(title)] + lines.map { $0.isEmpty ? "" : "  " + $0 }
    }

    private func prose(_ text: String) -> [String] { ProseLines.broken(text, width - 2) }

    /// Files as they are; their lines are code, which is not broken.
    private func example(_ title: String, _ example: RuleExample?) -> [String] {
        guard let example else { return [] }
        var lines: [String] = []
        for (path, text) in example.files.sorted(by: { $0.key < $1.key }) {
            if example.files.count > 1 { lines.append("\(path):") }
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
                "    " + $0
            }
        }
        lines += example.device?.lines.map { "    " + $0 } ?? []
        if !example.policy.isEmpty {
            lines.append("with the policy:")
            lines += example.policy.split(separator: "\n").map { "    " + $0 }
        }
        return section("\(title): \(example.title)", lines)
    }

    private var silence: [String] {
        prose(
            """
            In a Swift or Objective-C source, a comment on the line or the one above it, with the \
            last day it holds and the reason:
            """
        ) + ["    // protectctl:allow \(rule.id) until 2027-01-31 -- why"]
            + prose("In the policy, for some files or, without paths, for all:")
            + [
                "    exceptions:",
                "      - rule: \(rule.id)",
                "        paths: [\"Sources/Legacy/**\"]",
                "        until: 2027-01-31",
                "        owner: who answers for it",
                "        reason: why",
            ] + prose("In the policy, another level, or none at all:")
            + ["    rules: {\(rule.id): off}"]
            + prose(
                "What is there already: write it once with 'protectctl audit --write-baseline FILE', then name that file with '--baseline FILE'."
            )
    }

    private var references: [String] {
        let all = rule.references
        let weaknesses = all.weaknesses.map { "\($0) (\(RuleReferences.weaknessVersion))" }
        return [
            ("OWASP MASVS 2", all.controls), ("OWASP MASTG", all.tests),
            ("OWASP MASWE", weaknesses), ("MITRE", all.commonWeaknesses.map { "CWE-\($0)" }),
        ].filter { !$0.1.isEmpty }.flatMap { name, ids in
            ProseLines.hanging("\(name): ", ids.joined(separator: ", "), width - 2)
        }
    }
}
