/// How bad it is when a rule's finding is true.
public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Worth knowing.
    case low
    /// Weakens a protection.
    case medium
    /// Loses a protection, breaks the app in the field or is refused by the App Store.
    case high
    /// Gives away secrets or crashes.
    case critical

    /// The level of findings of this severity unless a policy says otherwise.
    public var level: FindingLevel {
        switch self {
        case .low: .note
        case .medium: .warning
        case .high, .critical: .error
        }
    }

    /// GitHub's `security-severity`, 0 to 10.
    ///
    /// Source: GitHub, "SARIF support for code scanning", property `security-severity`: above 9.0
    /// critical, 7.0 to 8.9 high, 4.0 to 6.9 medium, 0.1 to 3.9 low.
    package var score: String {
        switch self {
        case .low: "2.0"
        case .medium: "5.5"
        case .high: "8.0"
        case .critical: "9.5"
        }
    }
}

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
