import ContentRestrictions
import Preferences
import Testing

@Suite("What the conformance table says about items")
struct ConformanceTests {
    private static let rows = ConformanceRow.limits + ConformanceRow.labels + ConformanceRow.files

    @Test("a setting and an item come to what the row says", arguments: rows)
    func decision(row: ConformanceRow) {
        for item in row.items {
            var values: [String: PreferenceValue] = [:]
            values[item.kind.settingKey] = row.limit
            let preferences = LayeredPreferences([(.managed, values)])
            let decision = RestrictionChecker(preferences, reading: row.reading).decide(item)
            #expect(decision.outcome == row.expected)
            #expect(decision.reason == row.reason)
            #expect(decision.notes == row.notes)
            #expect(decision.limitFrom == (row.limit == nil ? nil : .managed))
        }
    }

    @Test("no row is missing")
    func complete() {
        #expect(Set(Self.rows.map(\.id)) == Set(1...60))
    }

    @Test("row 66: the argument domain is searched before the application's")
    func argument() {
        let key = RestrictionKey.movieRating.rawValue
        let preferences = LayeredPreferences([
            (.argument, [key: .string("200")]), (.application, [key: .integer(400)]),
        ])
        let decision = RestrictionChecker(preferences, reading: .lenient).decide(.movie("PG-13"))
        #expect(decision.outcome == .deny)
        #expect(decision.limitFrom == .argument)
    }

    @Test("row 67: the registration domain is the last")
    func registration() {
        let key = RestrictionKey.movieRating.rawValue
        let preferences = LayeredPreferences([
            (.managed, [:]), (.application, [:]), (.global, [:]),
            (.registration, [key: .integer(300)]),
        ])
        let decision = RestrictionChecker(preferences).decide(.movie("R"))
        #expect(decision.outcome == .deny)
        #expect(decision.limitFrom == .registration)
    }
}

extension MediaKind {
    /// The key that rows about this kind set.
    var settingKey: String {
        switch self {
        case .movie: RestrictionKey.movieRating.rawValue
        case .tv: RestrictionKey.tvShowRating.rawValue
        case .app: RestrictionKey.appRating.rawValue
        case .music, .podcast: RestrictionKey.explicitMusicPodcastsAllowed.rawValue
        case .book: RestrictionKey.explicitBooksAllowed.rawValue
        }
    }
}
