import ContentRestrictions
import Preferences
import SystemIO

/// Decisions about items of all sorts, one after the other on one core.
struct Deciding {
    private static let count = 200_000
    /// A second.
    private static let wanted = 1_000_000.0

    private let watch: Stopwatch

    init(runs: Int) {
        watch = Stopwatch(runs: runs, now: Stopwatch.threadTime)
    }

    private static let items = [
        RatedItem(.movie, rating: .label("PG-13", region: "us")),
        RatedItem(.movie, rating: .label("Ab 16 Jahren", region: "de")),
        RatedItem(.tv, rating: .label("TV-14-DLSV", region: "us")),
        RatedItem(.app, rating: .label("12+", region: nil), bundleIdentifier: "org.example.app"),
        RatedItem(.music, isExplicit: true),
        RatedItem(.movie, rating: .fileEntry(Array("mpaa|PG-13|300|".utf8)), isExplicit: true),
        RatedItem(.tv, rating: .fileEntry(Array("us-tv|TV-MA|600|Violence".utf8))),
        RatedItem(.podcast, isExplicit: false),
    ]

    func rows() throws -> [Row] {
        let checker = RestrictionChecker(
            LayeredPreferences([
                (.managed, [RestrictionKey.movieRating.rawValue: .integer(300)]),
                (
                    .application,
                    [
                        RestrictionKey.tvShowRating.rawValue: .integer(500),
                        RestrictionKey.appRating.rawValue: .integer(300),
                        RestrictionKey.explicitMusicPodcastsAllowed.rawValue: .boolean(false),
                    ]
                ),
            ])
        )
        return [
            try row("decide about an item", Self.items, checker, wanted: 1),
            try row("decide by a label", [Self.items[0]], checker),
            try row("decide by a file's entry", [Self.items[5]], checker),
            try row("decide by a flag", [Self.items[4]], checker),
        ]
    }

    private func row(
        _ work: String,
        _ items: [RatedItem],
        _ checker: RestrictionChecker,
        wanted: Double? = nil
    ) throws -> Row {
        var refused = 0
        let seconds = try watch.median {
            for index in 0..<Self.count
            where checker.decide(items[index % items.count]).outcome == .deny {
                refused += 1
            }
        }
        let rate = Double(Self.count) / seconds
        return Row(
            work: work,
            ours: Row.text(rate, "/s"),
            peer: refused >= 0 ? "1,000,000/s" : "",
            theirs: "",
            ratio: rate / Self.wanted,
            wanted: wanted
        )
    }
}
