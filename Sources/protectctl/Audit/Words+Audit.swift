import AuditFacts
import AuditPolicy
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

/// The least level of findings that makes an audit end with 1.
enum FailOn: String, Vocabulary {
    case error, warning, note, never

    static let vocabulary: [FailOn] = [.error, .warning, .note, .never]

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .error: "errors"
        case .warning: "errors and warnings"
        case .note: "any finding that counts"
        case .never: "nothing; the status is 0"
        }
    }

    /// `nil` for never.
    var level: FindingLevel? { FindingLevel(rawValue: rawValue) }
}

/// Files that are audited only when asked for.
enum IncludedScope: String, Vocabulary {
    case tests, vendored

    static let vocabulary: [IncludedScope] = [.tests, .vendored]

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .tests: "tests, mocks and previews"
        case .vendored: "third-party code that was copied in, such as Pods"
        }
    }

    var scope: FileScope {
        switch self {
        case .tests: .tests
        case .vendored: .vendored
        }
    }
}
