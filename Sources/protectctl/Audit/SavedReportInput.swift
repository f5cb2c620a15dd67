import AuditReports
import PolicyAudit

/// A saved report from a file of the host.
struct SavedReportInput {
    private let report: AuditReport

    /// Reads a file, or standard input for `-`.
    ///
    /// - Throws: `SystemError`, or `ToolError` when it is no such report.
    init(_ path: String) throws {
        let bytes = try HostInput.bytes(of: path, limit: SavedReport.byteLimit)
        do {
            report = try SavedReport(reading: bytes).report
        } catch {
            throw ToolError(error.code, "'\(path)': \(error.description)", path: path)
        }
    }

    /// The report in a format, explained by the rules that this version knows.
    func text(in format: ReportFormat, _ options: ReportOptions) -> String {
        format.reporter(rules: RuleBook(RuleCatalogue.descriptions), options: options)
            .text(of: report)
    }
}
