/// How long the wait is after the n-th distinct wrong passcode.
package enum DelayTable: UInt8, Sendable, CaseIterable {
    /// Apple Platform Security's long-standing table: 5th 1 min, 6th 5 min, 7th and 8th 15 min, 9th
    /// and later 1 h.
    case classic = 1
    /// Newer devices: 4th 1 min, 5th 5 min, 6th 15 min, 7th 1 h, 8th 3 h, 9th and later 8 h.
    case modern = 2
    /// No delay at all.
    case none = 3

    /// The name on the command line.
    package var name: String {
        switch self {
        case .classic: "classic"
        case .modern: "modern"
        case .none: "none"
        }
    }

    /// The table with this name.
    package init?(named name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// The wait after `failures` distinct wrong passcodes in a row; nil for none.
    package func delay(afterFailures failures: UInt32) -> Duration? {
        rows.last { $0.failures <= failures }?.delay
    }

    /// The wait that a lost record counts as; nil for none.
    package var longest: Duration? { rows.last?.delay }

    /// Grows with how long the waits are.
    var strictness: Int {
        switch self {
        case .none: 0
        case .classic: 1
        case .modern: 2
        }
    }

    /// The longest wait of any table.
    static var longest: Duration { allCases.compactMap(\.longest).max() ?? .zero }

    private var rows: [(failures: UInt32, delay: Duration)] {
        switch self {
        case .classic:
            [
                (5, .seconds(60)), (6, .seconds(300)), (7, .seconds(900)), (9, .seconds(3_600)),
            ]
        case .modern:
            [
                (4, .seconds(60)), (5, .seconds(300)), (6, .seconds(900)), (7, .seconds(3_600)),
                (8, .seconds(3 * 3_600)), (9, .seconds(8 * 3_600)),
            ]
        case .none: []
        }
    }
}
