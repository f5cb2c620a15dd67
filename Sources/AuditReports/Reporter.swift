public import PolicyAudit

/// A kind of report: a pure function of the model, the same bytes for the same model.
public protocol Reporter: Sendable {
    /// Its name on the command line, such as `sarif`.
    static var name: String { get }
    /// The name of the file it writes into a folder of reports, such as `audit.sarif`.
    static var fileName: String { get }
    /// The report, UTF-8, ending with a line feed.
    func text(of report: AuditReport) -> String
}
