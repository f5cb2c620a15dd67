import AuditReports

extension ReportFormat: Vocabulary {
    static var vocabulary: [ReportFormat] { allCases }

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .text: "for a terminal"
        case .json: "everything; 'report' reads it again"
        case .sarif: "SARIF 2.1.0, for code scanning"
        case .junit: "JUnit XML, for CI systems"
        case .markdown: "a step summary, for GitHub"
        case .html: "one page, for people"
        case .gitlab: "Code Quality, for GitLab"
        }
    }
}
