import AuditFacts
package import AuditRules

/// The report for code scanning: SARIF 2.1.0 within GitHub's limits.
package struct SARIFReporter: Reporter {
    package static let name = "sarif"
    package static let fileName = "audit.sarif"

    private let rules: RuleBook
    private let limits: SARIFLimits

    /// A reporter that explains findings by `rules`.
    package init(_ rules: RuleBook, limits: SARIFLimits = SARIFLimits()) {
        self.rules = rules
        self.limits = limits
    }

    package func text(of report: AuditReport) -> String {
        let selection = FindingSelection(
            report.findings,
            limit: limits.results,
            byteLimit: limits.byteCount,
            relatedLimit: limits.relatedLocations
        )
        let inside = selection.findings.filter { !RelativeReference.leavesRoot($0.path) }
        let outside = selection.findings.filter { RelativeReference.leavesRoot($0.path) }
        let table = SARIFRuleTable(rules, inside, unknownLimit: limits.unknownRules)
        let run = SARIFRun(
            tool: SARIFRun.Tool(
                driver: SARIFRun.Driver(
                    semanticVersion: report.toolVersion,
                    rules: table.rules
                )
            ),
            invocations: [
                SARIFRun.Invocation(
                    toolConfigurationNotifications: notifications(outside),
                    toolExecutionNotifications: notices(inside, leftOut: selection.leftOut, table)
                        + unread(report.unread)
                )
            ],
            results: results(inside, table, report.hasBaseline),
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
                relatedLimit: limits.relatedLocations,
                hasBaseline: hasBaseline
            )
        }
    }

    /// Findings outside of the root, which no result can be about; those that count.
    private func notifications(_ findings: [Finding]) -> [SARIFRun.Notification]? {
        let counting = findings.filter(\.counts)
        guard !counting.isEmpty else { return nil }
        var shown = counting.prefix(limits.notifications).map { finding in
            SARIFRun.Notification(
                level: finding.level.rawValue,
                message: SARIFMessage(
                    "\(finding.path):\(finding.line): \(finding.message) (\(finding.rule))"
                ),
                locations: nil
            )
        }
        let more = counting.count - shown.count
        if more > 0 { shown.append(Self.notice("\(more) more findings outside of the root")) }
        return shown
    }

    private func unread(_ notes: [UnreadNote]) -> [SARIFRun.Notification] {
        let shown = notes.prefix(limits.notifications).map { note in
            SARIFRun.Notification(
                level: "warning",
                message: SARIFMessage("not read: \(note.reason): \(note.message)"),
                locations: RelativeReference.leavesRoot(note.path) ? nil : [SARIFLocation(note)]
            )
        }
        let more = notes.count - shown.count
        return shown + (more > 0 ? [Self.notice("\(more) more inputs were not read")] : [])
    }

    /// What is left out, here or where it is shown.
    private func notices(
        _ findings: [Finding],
        leftOut: Int,
        _ table: SARIFRuleTable
    ) -> [SARIFRun.Notification] {
        var notices: [String] = []
        if leftOut > 0 {
            notices.append(
                "\(leftOut) of the less weighty findings are left out: a file of no more than "
                    + "\(limits.results) results and 10 MB is accepted"
            )
        }
        if findings.count > limits.shownResults {
            notices.append(
                "GitHub shows the weightiest \(limits.shownResults) of \(findings.count) results"
            )
        }
        let crowded = findings.count { $0.related.count > limits.relatedLocations }
        if crowded > 0 {
            notices.append(
                "only the first \(limits.relatedLocations) related places of \(crowded) results "
                    + "are named"
            )
        }
        let far = findings.count { $0.way.count > limits.relatedLocations }
        if far > 0 {
            notices.append(
                "only the first \(limits.relatedLocations) steps of \(far) results are named"
            )
        }
        if table.leftOut > 0 {
            notices.append("\(table.leftOut) unknown rules are not described")
        }
        return notices.map { Self.notice($0) }
    }

    private static func notice(_ text: String) -> SARIFRun.Notification {
        SARIFRun.Notification(level: "warning", message: SARIFMessage(text), locations: nil)
    }
}

/// What GitHub takes in and shows (GitHub, "SARIF support for code scanning", section on limits).
package struct SARIFLimits: Sendable, Hashable {
    /// How many tags of a rule are shown.
    static let tags = 10

    /// With more results the file is refused.
    package var results = 25_000
    /// How many results are shown, the weightiest.
    package var shownResults = 5_000
    /// How many related places of a result are shown, and as many steps of its way.
    package var relatedLocations = 100
    /// How many unknown rules are described; a saved report may name any number.
    package var unknownRules = 1_000
    /// Notifications have no limit of their own; nobody reads more than these.
    package var notifications = 1_000
    /// The limit is 10 MB after gzip, which makes a fifth or less of such text.
    package var byteCount = 50_000_000

    /// Today's limits.
    package init() {}
}
