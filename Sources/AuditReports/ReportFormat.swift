package import AuditFacts
public import AuditRules

/// The kinds of reports there are, by their names on the command line.
package enum ReportFormat: String, Sendable, CaseIterable {
    case text
    case json
    case sarif
    case junit
    case markdown
    case html
    case gitlab

    /// The name of the file it has in a folder of reports.
    package var fileName: String {
        switch self {
        case .text: TextReporter.fileName
        case .json: JSONReporter.fileName
        case .sarif: SARIFReporter.fileName
        case .junit: JUnitReporter.fileName
        case .markdown: MarkdownReporter.fileName
        case .html: HTMLReporter.fileName
        case .gitlab: GitLabReporter.fileName
        }
    }

    /// What makes a report of this kind.
    ///
    /// `rules` explain the findings; `options` are those that any kind knows.
    package func reporter(rules: RuleBook, options: ReportOptions) -> any Reporter {
        switch self {
        case .text: TextReporter(options)
        case .json: JSONReporter()
        case .sarif: SARIFReporter(rules)
        case .junit: JUnitReporter(options)
        case .markdown: MarkdownReporter()
        case .html: HTMLReporter(rules)
        case .gitlab: GitLabReporter(rules)
        }
    }
}

/// What reports can be told beyond the model.
package struct ReportOptions: Sendable, Hashable {
    /// Whether text is coloured.
    package var colors = false
    /// The columns that text is broken at; `nil` for lines of any length.
    package var width: Int?
    /// The least level that fails a build; `nil` for none.
    package var threshold: FindingLevel? = .error

    /// The usual ones.
    package init() {}
}

/// A kind of report: a pure function of the model, the same bytes for the same model.
public protocol Reporter: Sendable {
    /// Its name on the command line, such as `sarif`.
    static var name: String { get }
    /// The name of the file it writes into a folder of reports, such as `audit.sarif`.
    static var fileName: String { get }
    /// The report, UTF-8, ending with a line feed.
    func text(of report: AuditReport) -> String
}
