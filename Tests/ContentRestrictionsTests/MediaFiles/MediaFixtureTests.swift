import ContentRestrictions
import Foundation
import Preferences
import Testing

/// Files that AtomicParsley and mutagen have marked; `Fixtures/make.py` made them.
@Suite("Files of other programs")
struct MediaFixtureTests {
    private struct Row: CustomTestStringConvertible {
        let name: String
        var kind: MediaKind?
        var entries: [String] = []
        var isExplicit: Bool?
        let outcome: RestrictionDecision.Outcome
        var notes: [RestrictionDecision.Note] = []
        var reason: RestrictionDecision.Reason?

        var testDescription: String { name }
    }

    private static let rows = [
        Row(
            name: "atomicparsley-movie.m4v",
            kind: .movie,
            entries: ["mpaa|PG-13|300|"],
            outcome: .allow
        ),
        Row(
            name: "atomicparsley-unrated.m4v",
            kind: .movie,
            entries: ["mpaa|UNRATED|600|"],
            outcome: .deny,
            notes: [.unrated]
        ),
        Row(name: "atomicparsley-explicit.m4a", kind: .music, isExplicit: true, outcome: .deny),
        Row(name: "atomicparsley-clean.m4a", kind: .music, isExplicit: false, outcome: .allow),
        Row(
            name: "atomicparsley-german.m4v",
            entries: ["de-movie|Ab 16 Jahren|500|"],
            outcome: .deny
        ),
        Row(name: "atomicparsley-3gp.3gp", outcome: .ownPolicy, reason: .labelMissing),
        Row(
            name: "mutagen-show.m4v",
            kind: .tv,
            entries: ["us-tv|TV-14|500|Violence"],
            outcome: .deny
        ),
        Row(
            name: "mutagen-two.m4v",
            entries: ["mpaa|PG|200|", "de-movie|Ab 16 Jahren|500|"],
            isExplicit: true,
            outcome: .deny,
            notes: [.strictestOfSeveral]
        ),
        Row(name: "mutagen-utf16.m4v", kind: .movie, entries: ["mpaa|R|400|"], outcome: .deny),
        Row(name: "mutagen-behind.m4a", isExplicit: true, outcome: .deny),
        Row(name: "mutagen-untagged.m4a", outcome: .ownPolicy, reason: .explicitUnknown),
    ]

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    /// Up to PG-13 and TV-PG, nothing explicit.
    private let checker = RestrictionChecker(
        LayeredPreferences([
            (
                .managed,
                [
                    RestrictionKey.movieRating.rawValue: .integer(300),
                    RestrictionKey.tvShowRating.rawValue: .integer(400),
                    RestrictionKey.explicitMusicPodcastsAllowed.rawValue: .boolean(false),
                ]
            )
        ])
    )

    @Test("they are read and decided on", arguments: rows)
    private func fixture(row: Row) throws {
        let path = Self.folder.appendingPathComponent(row.name).path
        let rating = try MediaRating(ofFileAt: path)
        #expect(rating.format == .mp4)
        #expect(rating.kind == row.kind)
        #expect(rating.claims == row.entries.map { .fileEntry(Array($0.utf8)) })
        #expect(rating.isExplicit == row.isExplicit)
        let decision = checker.decide(rating)
        #expect(decision.outcome == row.outcome)
        #expect(decision.reason == row.reason)
        for note in row.notes { #expect(decision.notes.contains(note)) }
    }

    @Test("each is small, and none is left out")
    func folder() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(Self.rows.map(\.name) + ["make.py"]))
        for name in names {
            let path = Self.folder.appendingPathComponent(name).path
            #expect(try MediaFile(path).byteCount < 4_096)
        }
    }
}
