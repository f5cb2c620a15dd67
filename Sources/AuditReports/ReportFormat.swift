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
