import AuditFacts
package import AuditRules

/// The report for GitLab: Code Quality JSON of what counts.
package struct GitLabReporter: Reporter {
    package static let name = "gitlab"
    package static let fileName = "gl-code-quality-report.json"

    private let rules: RuleBook

    /// A reporter that weighs findings by `rules`.
    package init(_ rules: RuleBook) {
        self.rules = rules
    }

    package func text(of report: AuditReport) -> String {
        var fingerprints = UniqueFingerprints()
        return JSONText.document(
            report.findings.filter(\.counts).map { finding in
                GitLabIssue(
                    finding,
                    severity: rules[finding.rule]?.severity,
                    fingerprint: fingerprints.next(finding)
                )
            }
        )
    }
}
