import AuditFacts

/// What one rule found in one file.
struct JUnitCase {
    enum Outcome { case passed, failed, skipped }

    let rule: String
    let path: String
    /// Those that decide the outcome, else those that count.
    let findings: [Finding]
    let outcome: Outcome
    /// Why it is skipped.
    let reason: String

    /// A case of all `findings` of one rule in one file.
    init(rule: String, path: String, _ findings: [Finding], threshold: FindingLevel?) {
        self.rule = rule
        self.path = path
        let counting = findings.filter(\.counts)
        let failing = counting.filter { finding in threshold.map { finding.level >= $0 } ?? false }
        if !failing.isEmpty {
            (outcome, self.findings, reason) = (.failed, failing, "")
        } else if !counting.isEmpty {
            (outcome, self.findings, reason) = (.passed, counting, "")
        } else {
            outcome = .skipped
            self.findings = findings
            reason = Self.reason(findings)
        }
    }

    /// The case of a run without findings: some readers take no report without a case.
    init(clean name: String) {
        (rule, path, findings, outcome, reason) = (name, "", [], .passed, "")
    }

    var name: String { path.isEmpty ? rule : "\(rule): \(path)" }
    var line: Int { findings.first?.line ?? 1 }
    var level: FindingLevel { findings.map(\.level).max() ?? .note }

    /// The first message, and how many more there are.
    var message: String {
        let first = findings.first?.message ?? ""
        return findings.count > 1 ? "\(first), and \(findings.count - 1) more" : first
    }

    private static func reason(_ findings: [Finding]) -> String {
        var reasons: [String] = []
        for finding in findings {
            let end = finding.suppression?.until.map { " (until \($0))" } ?? ""
            let reason = finding.suppression.map { $0.reason + end } ?? "in the baseline"
            if reasons.last != reason { reasons.append(reason) }
        }
        return reasons.joined(separator: "; ")
    }
}
