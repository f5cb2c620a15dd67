package import PolicyAudit

/// The report that other programs read, and that this one reads again.
package struct JSONReporter: Reporter {
    package static let name = "json"
    package static let fileName = "audit.json"

    /// A reporter; there is nothing to choose.
    package init() {}

    package func text(of report: AuditReport) -> String {
        JSONText.document(ReportDocument(report))
    }
}
