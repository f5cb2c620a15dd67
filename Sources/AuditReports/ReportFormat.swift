package import AuditFacts
package import AuditRules

/// The kinds of reports there are, by their names on the command line.
public enum ReportFormat: String, Sendable, CaseIterable {
    /// Lines for a terminal.
    case text
    /// Everything, for programs.
    case json
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit XML, for CI systems.
    case junit
    /// A step summary, for GitHub.
    case markdown
    /// One page, for people.
    case html
    /// Code Quality, for GitLab.
    case gitlab

    /// The name of the file it has in a folder of reports.
    public var fileName: String {
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

/// Options of reports, beyond the model.
package struct ReportOptions: Sendable, Hashable {
    /// Whether text is coloured.
    package var colors = false
    /// The columns that text is broken at; `nil` for lines of any length.
    package var width: Int?
    /// The least level that fails a build; `nil` for none.
    package var threshold: FindingLevel? = .error

    /// The default options.
    package init() {}
}

/// A kind of report: a pure function of the model, the same bytes for the same model.
package protocol Reporter: Sendable {
    /// Its name on the command line, such as `sarif`.
    static var name: String { get }
    /// The name of the file it writes into a folder of reports, such as `audit.sarif`.
    static var fileName: String { get }
    /// The report, UTF-8, ending with a line feed.
    func text(of report: AuditReport) -> String
}
