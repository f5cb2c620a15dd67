import ContentRestrictions
import Preferences
import ProtectionModel
import Testing

@Suite("Decisions about items")
struct RestrictionCheckerTests {
    /// Cannot be read now.
    private struct LockedPreferences: PreferenceLookup {
        let error: ProtectionError

        func value(forKey key: String) throws(ProtectionError) -> FoundPreference? { throw error }
    }

    private func checker(
        _ values: [RestrictionKey: PreferenceValue],
        exempt: Set<String> = []
    ) -> RestrictionChecker {
        let named = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        return RestrictionChecker(LayeredPreferences([(.managed, named)]), exemptApps: exempt)
    }

    private func movie(_ label: String, isExplicit: Bool?) -> RatedItem {
        var movie = RatedItem.movie(label)
        movie.isExplicit = isExplicit
        return movie
    }

    @Test("a setting that cannot be read permits nothing", arguments: MediaKind.allCases)
    func unreadable(kind: MediaKind) {
        for code in [ErrorCode.defaultsUnreadable, .authenticationFailure] {
            let error = ProtectionError(code, "not now")
            let item = RatedItem(kind, rating: .label("G", region: "us"), isExplicit: false)
            let decision = RestrictionChecker(LockedPreferences(error: error)).decide(item)
            #expect(decision.outcome == .ownPolicy)
            #expect(decision.reason == .defaultsUnreadable)
            #expect(decision.failure == error)
        }
    }

    @Test("an explicit movie is refused where explicit items are, whatever its rating")
    func explicitMovie() {
        let strict = checker([
            .movieRating: .integer(1000), .explicitMusicPodcastsAllowed: .boolean(false),
        ])
        #expect(strict.decide(movie("G", isExplicit: true)).outcome == .deny)
        #expect(strict.decide(movie("G", isExplicit: false)).outcome == .allow)
        #expect(strict.decide(movie("G", isExplicit: nil)).outcome == .allow)
        #expect(strict.decide(movie("G", isExplicit: true)).explicitAllowed == false)
        #expect(strict.decide(movie("G", isExplicit: nil)).explicitAllowed == nil)
    }

    @Test("a refusal counts before missing information, and that before permission")
    func combination() {
        let unset = checker([.movieRating: .integer(300)])
        #expect(unset.decide(movie("PG", isExplicit: true)).reason == .limitAbsent)
        #expect(unset.decide(movie("R", isExplicit: true)).outcome == .deny)
        let explicitOnly = checker([.explicitMusicPodcastsAllowed: .boolean(false)])
        #expect(explicitOnly.decide(movie("PG", isExplicit: true)).outcome == .deny)
    }

    @Test("nothing passes 0, not even a class whose number is 0")
    func none() {
        let nothing = checker([.movieRating: .integer(0)])
        for item in [
            RatedItem.movie("L", "br"), .movie("U", "in"), .movie("Not Rated"), .movie("?"),
        ] {
            #expect(nothing.decide(item).outcome == .deny)
        }
        #expect(checker([.movieRating: .integer(1)]).decide(.movie("L", "br")).outcome == .allow)
    }

    @Test("everything passes 1000, also what has no rating")
    func all() {
        let everything = checker([.movieRating: .integer(1000)])
        for item in [
            RatedItem.movie("Unrated"), .movie("Not Rated"), .movie("?"), .movie("PG", "zz"),
        ] {
            #expect(everything.decide(item).outcome == .allow)
        }
    }

    @Test("what nobody has rated has no number, in every region")
    func notRated() {
        let some = checker([.movieRating: .integer(900), .tvShowRating: .integer(900)])
        for region in RatingTable.known.regions {
            for word in ["Not Rated", "NR", "not-rated"] {
                let decision = some.decide(.movie(word, region.code))
                #expect(
                    decision.outcome != .allow || decision.notes == [.unrated],
                    "\(region.code)"
                )
            }
        }
        #expect(some.decide(.movie("Not Rated")).reason == .notRated)
        #expect(some.decide(.movie("E", "gb")).reason == .exempt)
    }

    @Test(
        "an entry of a file never passes for its number 0",
        arguments: ["mpaa|Foo|0|", "qq||0|", "qq|NR|0|", "mpaa|Not Rated|0|"]
    )
    func zeroEntry(text: String) {
        #expect(checker([.movieRating: .integer(300)]).decide(.file(text)).reason == .notRated)
    }

    @Test(
        "an entry whose number is none is malformed, unless its label is known",
        arguments: [
            "qq|Foo||", "qq|Foo|-5|", "qq|Foo|1001|", "qq|Foo|99999999999999999999|", "qq|Foo|٣|",
            "mpaa|Foo|x|",
        ]
    )
    func noNumber(text: String) {
        #expect(
            checker([.movieRating: .integer(300)]).decide(.file(text)).reason == .ratingMalformed
        )
    }

    @Test("an unknown label of a known system has the file's number, and says so")
    func unknownLabel() {
        let decision = checker([.movieRating: .integer(300)]).decide(.file("mpaa|Foo|250|"))
        #expect(decision.outcome == .allow)
        #expect(decision.notes == [.labelUnknown])
        #expect(decision.rating?.value == 250)
    }

    @Test("an exempt app passes every limit, another one does not")
    func exempt() {
        let limited = checker([.appRating: .integer(100)], exempt: ["org.example.a"])
        var app = RatedItem.app("18+")
        app.bundleIdentifier = "org.example.a"
        #expect(limited.decide(app).notes == [.exemptApp])
        #expect(limited.decide(app).outcome == .allow)
        app.bundleIdentifier = "org.example.b"
        #expect(limited.decide(app).outcome == .deny)
    }

    @Test("television has no word about being explicit")
    func television() {
        var show = RatedItem.show("TV-G")
        show.isExplicit = true
        let limited = checker([
            .tvShowRating: .integer(300), .explicitMusicPodcastsAllowed: .boolean(false),
        ])
        #expect(limited.decide(show).outcome == .allow)
    }

    @Test("only missing information asks the caller's own policy")
    func ownPolicy() {
        let limited = checker([.movieRating: .integer(300)])
        #expect(
            limited.isAllowed(.movie("PG")) { _ in
                Issue.record("asked"); return false
            }
        )
        #expect(
            !limited.isAllowed(.movie("R")) { _ in
                Issue.record("asked"); return true
            }
        )
        #expect(limited.isAllowed(.movie("?")) { $0.reason == .labelUnknown })
    }

    @Test(
        "numbers of strings are decimal",
        arguments: ["0x12C", "", " ", "nan", "inf", "3e2 apples", "-1", "1e400"]
    )
    func strings(text: String) {
        let values = [RestrictionKey.movieRating.rawValue: PreferenceValue.string(text)]
        let preferences = LayeredPreferences([(.argument, values)])
        let decision = RestrictionChecker(preferences, reading: .lenient).decide(.movie("G"))
        #expect(decision.outcome == .ownPolicy)
        #expect(decision.limitFrom == .argument)
    }

    @Test(
        "what is neither a boolean nor 0 or 1 says nothing about explicit items: it is of the wrong type",
        arguments: [
            .integer(2), .integer(-1), .real(0.5), .real(.nan), .data([1]), .string("YES"),
        ] as [PreferenceValue]
    )
    func flags(value: PreferenceValue) {
        let decision = checker([.explicitMusicPodcastsAllowed: value]).decide(.song(1))
        #expect(decision.outcome == .ownPolicy)
        #expect(decision.reason == .limitWrongType)
    }

    @Test(
        "labels in full-width letters are the labels they look like",
        arguments: [("ＰＧ－１３", RestrictionDecision.Outcome.allow), ("Ｒ", .deny), ("ｐｇ", .allow)]
    )
    func fullWidth(label: String, outcome: RestrictionDecision.Outcome) {
        let decision = checker([.movieRating: .integer(300)]).decide(.movie(label))
        #expect(decision.outcome == outcome)
        #expect(decision.reason == nil)
    }

    @Test("a label that is not known is noted where all is allowed, and where nothing is")
    func unknownLabelNoted() {
        for (limit, outcome) in [(1000, RestrictionDecision.Outcome.allow), (0, .deny)] {
            let decision = checker([.movieRating: .integer(Int128(limit))]).decide(.movie("XYZ"))
            #expect(decision.outcome == outcome)
            #expect(decision.notes == [.labelUnknown])
        }
        let known = checker([.movieRating: .integer(1000)]).decide(.movie("R"))
        #expect(known.notes == [])
    }
}
