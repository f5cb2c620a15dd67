/// How much a finding weighs, in SARIF's words (SARIF 2.1.0, section 3.27.10).
public enum FindingLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// For the reader; fails no build unless asked to.
    case note
    /// Should be mended.
    case warning
    /// Fails a build.
    case error

    /// Orders by weight.
    public static func < (one: FindingLevel, other: FindingLevel) -> Bool {
        one.rank < other.rank
    }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
