import ContentRestrictions
import Preferences
import Testing

@Suite("Decisions about files")
struct MediaDecisionTests {
    private func decide(
        _ bytes: [UInt8],
        _ values: [RestrictionKey: PreferenceValue]
    ) throws -> RestrictionDecision {
        let named = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        let checker = RestrictionChecker(LayeredPreferences([(.managed, named)]))
        return checker.decide(try MediaRating(reading: MediaBytes(bytes)))
    }

    @Test("of several ratings the strictest decision counts, in any order")
    func strictest() throws {
        for entries in [["mpaa|G|100|", "mpaa|R|400|"], ["mpaa|R|400|", "mpaa|G|100|"]] {
            let file = MP4.file(entries.flatMap { MP4.rating($0) })
            let refused = try decide(file, [.movieRating: .integer(300)])
            #expect(refused.outcome == .deny)
            #expect(refused.rating?.label == "R")
            #expect(refused.notes == [.strictestOfSeveral])
            let allowed = try decide(file, [.movieRating: .integer(400)])
            #expect(allowed.outcome == .allow)
            #expect(allowed.rating?.label == "R")
        }
        let broken = MP4.file(MP4.rating("mpaa|G|100|"), MP4.rating("nonsense"))
        #expect(try decide(broken, [.movieRating: .integer(300)]).reason == .ratingMalformed)
    }

    @Test(
        "the file's word for its kind chooses the limit, else its rating system does",
        arguments: [
            (UInt8?.some(9), "mpaa|PG|200|", MediaKind.movie), (10, "us-tv|TV-G|300|", .tv),
            (nil, "us-tv|TV-G|300|", .tv), (nil, "mpaa|PG|200|", .movie),
            (nil, "xx-tv|Foo|1|", .tv),
            (nil, "nonsense", .movie), (10, "mpaa|PG|200|", .tv), (77, "us-tv|TV-G|300|", .tv),
        ]
    )
    func kind(number: UInt8?, entry: String, kind: MediaKind) throws {
        let stik = number.map { MP4.number(entry: "stik", $0) } ?? []
        #expect(try decide(MP4.file(stik, MP4.rating(entry)), [:]).kind == kind)
    }

    @Test("a rating is not lost in a file that calls itself music")
    func ratedMusic() throws {
        let file = MP4.file(MP4.number(entry: "stik", 1), MP4.rating("mpaa|R|400|"))
        let values: [RestrictionKey: PreferenceValue] = [
            .movieRating: .integer(300), .explicitMusicPodcastsAllowed: .boolean(true),
        ]
        #expect(try decide(file, values).outcome == .deny)
        let clean = MP4.file(MP4.rating("mpaa|G|100|"), brand: "M4A ")
        let closed: [RestrictionKey: PreferenceValue] = [
            .movieRating: .integer(300), .explicitMusicPodcastsAllowed: .boolean(false),
        ]
        #expect(try decide(clean, closed).reason == .explicitUnknown)
    }

    @Test(
        "without another word the brand tells songs and books from movies",
        arguments: [
            ("M4A ", MediaKind.music), ("M4B ", .book), ("M4V ", .movie), ("mp42", .movie),
        ]
    )
    func brand(brand: String, kind: MediaKind) throws {
        #expect(try decide(MP4.file(brand: brand), [:]).kind == kind)
    }

    @Test("a movie that is marked as explicit is refused whatever its rating")
    func explicitMovie() throws {
        let file = MP4.file(MP4.number(entry: "rtng", 1), MP4.rating("mpaa|G|100|"))
        let values: [RestrictionKey: PreferenceValue] = [
            .movieRating: .integer(1000), .explicitMusicPodcastsAllowed: .boolean(false),
        ]
        #expect(try decide(file, values).outcome == .deny)
    }

    @Test("a number that is not its label's gives way to the table, and is told")
    func mismatch() throws {
        let decision = try decide(
            MP4.file(MP4.number(entry: "stik", 10), MP4.rating("us-tv|TV-Y7|100|")),
            [.tvShowRating: .integer(100)]
        )
        #expect(decision.outcome == .deny)
        #expect(decision.notes == [.valueMismatch])
    }

    @Test("a file that says nothing is not let through")
    func silent() throws {
        #expect(try decide(MP4.file(), [.movieRating: .integer(300)]).reason == .labelMissing)
    }
}
