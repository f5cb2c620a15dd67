import PolicyAudit

/// Files that are audited only when somebody asks for them.
enum IncludedScope: String, Vocabulary {
    case tests, vendored

    static let vocabulary: [IncludedScope] = [.tests, .vendored]

    var word: String { rawValue }

    var meaning: String {
        switch self {
        case .tests: "tests, mocks and previews"
        case .vendored: "what was copied in from others, such as Pods"
        }
    }

    var scope: FileScope {
        switch self {
        case .tests: .tests
        case .vendored: .vendored
        }
    }
}
