import PolicyAudit

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
