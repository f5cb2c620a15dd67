package import PolicyAudit

/// The report for code scanning: SARIF 2.1.0 within GitHub's limits.
package struct SARIFReporter: Reporter {
    package static let name = "sarif"
    package static let fileName = "audit.sarif"

    private let rules: RuleBook
    private let options: ReportOptions
    private let limits: SARIFLimits

    /// A reporter that explains findings by `rules`.
    package init(
        _ rules: RuleBook,
        _ options: ReportOptions = ReportOptions(),
        limits: SARIFLimits = SARIFLimits()
    ) {
        self.rules = rules
        self.options = options
        self.limits = limits
    }

    package func text(of report: AuditReport) -> String {
        let selection = FindingSelection(
            report.findings,
            limit: limits.results,
            byteLimit: limits.byteCount
        )
        let table = SARIFRuleTable(rules, selection.findings)
        let run = SARIFRun(
            tool: SARIFRun.Tool(
                driver: SARIFRun.Driver(
                    semanticVersion: report.toolVersion,
                    informationUri: options.homePage,
                    rules: table.rules
                )
            ),
            automationDetails: options.category.map { SARIFRun.Automation(id: "\($0)/") },
            invocations: [
                SARIFRun.Invocation(
                    toolExecutionNotifications: notices(selection) + unread(report.unread)
                )
            ],
            results: results(selection.findings, table, report.hasBaseline),
            properties: SARIFRun.Properties(policies: report.policies)
        )
        return JSONText.document(SARIFLog(runs: [run]))
    }

    private func results(
        _ findings: [Finding],
        _ table: SARIFRuleTable,
        _ hasBaseline: Bool
    ) -> [SARIFResult] {
        var fingerprints = UniqueFingerprints()
        return findings.map { finding in
            SARIFResult(
                finding,
                ruleIndex: table.index(of: finding.rule),
                fingerprint: fingerprints.next(finding),
                hasLineHash: options.hasLineHash,
                relatedLimit: limits.relatedLocations,
                hasBaseline: hasBaseline
            )
        }
    }

    private func unread(_ notes: [UnreadNote]) -> [SARIFRun.Notification] {
        let shown = notes.prefix(limits.notifications).map { note in
            SARIFRun.Notification(
                level: "warning",
                message: SARIFMessage("not read: \(note.reason): \(note.message)"),
                locations: [SARIFLocation(note)]
            )
        }
        let more = notes.count - shown.count
        return shown + (more > 0 ? [Self.notice("\(more) more inputs were not read")] : [])
    }

    /// What is left out, here or by who shows it.
    private func notices(_ selection: FindingSelection) -> [SARIFRun.Notification] {
        var notices: [String] = []
        if selection.leftOut > 0 {
            notices.append(
                "\(selection.leftOut) of the less weighty findings are left out: a file of no more "
                    + "than \(limits.results) results and 10 MB is accepted"
            )
        }
        if selection.findings.count > limits.shownResults {
            notices.append(
                "of \(selection.findings.count) results GitHub shows the weightiest "
                    + "\(limits.shownResults)"
            )
        }
        let crowded = selection.findings.count { $0.related.count > limits.relatedLocations }
        if crowded > 0 {
            notices.append(
                "of \(crowded) results only the first \(limits.relatedLocations) related "
                    + "places are named"
            )
        }
        return notices.map { Self.notice($0) }
    }

    private static func notice(_ text: String) -> SARIFRun.Notification {
        SARIFRun.Notification(level: "warning", message: SARIFMessage(text), locations: nil)
    }
}
