import ConfigurationProfiles
import ContentRestrictions
import Preferences
import Testing

@Suite("Defaults that profiles force")
struct ManagedPreferencesTests {
    private static func forced(
        _ domain: String,
        _ settings: [String: PreferenceValue],
        state: String = "Forced"
    ) -> [String: PreferenceValue] {
        let entry = PreferenceValue.dictionary(["mcx_preference_settings": .dictionary(settings)])
        let states = PreferenceValue.dictionary([state: .array([entry])])
        return ["PayloadContent": .dictionary([domain: states])]
    }

    @Test(
        "each restriction sets its key for all applications",
        arguments: [
            ("ratingMovies", "MovieRating", .integer(300)),
            ("ratingTVShows", "TVShowRating", .integer(400)),
            ("ratingApps", "AppRating", .integer(200)),
            ("allowExplicitContent", "ExplicitMusicPodcastsAllowed", .boolean(false)),
            ("allowBookstoreErotica", "ExplicitBooksAllowed", .boolean(false)),
        ] as [(String, String, PreferenceValue)]
    )
    func restrictions(restriction: String, key: String, value: PreferenceValue) throws {
        let draft = Draft("a", Draft.restrictions, [restriction: value, "other": .integer(1)])
        let managed = ManagedPreferences([try draft.profile()])
        let expected = ["com.apple.content-rating.\(key)": value]
        #expect(managed.values(for: "org.example.app") == expected)
        #expect(managed.values(for: ManagedPreferences.globalDomain) == expected)
        #expect(
            managed.domains[ManagedPreferences.globalDomain]?.values.first?.origins.first?.keyPath
                == "PayloadContent[0].\(restriction)"
        )
    }

    @Test(
        "a value that cannot be used stays as it is, and the decision says so",
        arguments: [
            (.string("300"), .limitWrongType), (.boolean(true), .limitWrongType),
            (.integer(1500), .limitOutOfRange), (.integer(-1), .limitOutOfRange),
        ] as [(PreferenceValue, RestrictionDecision.Reason)]
    )
    func unusable(value: PreferenceValue, reason: RestrictionDecision.Reason) throws {
        let draft = Draft("a", Draft.restrictions, ["ratingMovies": value])
        let managed = ManagedPreferences([try draft.profile()])
        let preferences = LayeredPreferences([(.managed, managed.values(for: "org.example.app"))])
        let item = RatedItem(.movie, rating: .label("PG", region: "us"))
        let decision = RestrictionChecker(preferences).decide(item)
        #expect(decision.outcome == .ownPolicy)
        #expect(decision.reason == reason)
        #expect(decision.limitFrom == .managed)
    }

    @Test("from profiles to a decision: the smaller limit of two refuses")
    func decision() throws {
        let profiles = try [400, 300].map {
            try Draft("p\($0)", Draft.restrictions, ["ratingMovies": .integer($0)]).profile()
        }
        let managed = ManagedPreferences(profiles)
        let preferences = LayeredPreferences([(.managed, managed.values(for: "app"))])
        let checker = RestrictionChecker(preferences)
        for (label, outcome) in [("PG-13", .allow), ("R", .deny)]
            as [(String, RestrictionDecision.Outcome)]
        {
            let item = RatedItem(.movie, rating: .label(label, region: "us"))
            #expect(checker.decide(item).outcome == outcome)
        }
        #expect(managed.clashes.map(\.domain) == [ManagedPreferences.globalDomain])
    }

    @Test("settings under Forced are forced in their domain, and no others")
    func domains() throws {
        var draft = Draft(
            "a",
            Draft.preferences,
            Self.forced(
                "org.example.app",
                ["k": .integer(1), "deep": .dictionary(["x": .real(1)])]
            )
        )
        draft.add(
            Draft.preferences,
            Self.forced("org.example.app", ["once": .integer(1)], state: "Set-Once")
        )
        draft.add(
            Draft.preferences,
            Self.forced("NSGlobalDomain", ["k": .integer(2), "g": .integer(3)])
        )
        let managed = ManagedPreferences([try draft.profile()])
        #expect(
            managed.values(for: "org.example.app") == [
                "k": .integer(1), "deep": .dictionary(["x": .real(1)]), "g": .integer(3),
            ]
        )
        #expect(managed.values(for: "other") == ["k": .integer(2), "g": .integer(3)])
        #expect(
            managed.domains["org.example.app"]?["k"]?.origins.map(\.keyPath) == [
                "PayloadContent[0].PayloadContent.org.example.app.Forced[0].mcx_preference_settings.k"
            ]
        )
    }

    @Test("of two forced values the last one counts, and the clash is reported")
    func clash() throws {
        let profiles = try [1, 2].map {
            let settings = Self.forced("app", ["allowThis": .boolean($0 == 2)])
            return try Draft("p\($0)", Draft.preferences, settings).profile()
        }
        let managed = ManagedPreferences(profiles)
        #expect(managed.values(for: "app") == ["allowThis": .boolean(true)])
        #expect(managed.clashes.map(\.setting.key) == ["allowThis"])
    }

    @Test("forced settings do not loosen a restriction")
    func loosening() throws {
        let key = RestrictionKey.movieRating.rawValue
        var draft = Draft("a", Draft.restrictions, ["ratingMovies": .integer(200)])
        for domain in ["app", ".GlobalPreferences"] {
            draft.add(Draft.preferences, Self.forced(domain, [key: .integer(1000)]))
        }
        let managed = ManagedPreferences([try draft.profile()])
        #expect(managed.values(for: "app")[key] == .integer(200))
        #expect(managed.values(for: "other")[key] == .integer(200))
        #expect(managed.clashes.map(\.domain) == [".GlobalPreferences", "app"])
    }

    @Test("they may tighten it, also where the restriction cannot be used")
    func tightening() throws {
        let key = RestrictionKey.movieRating.rawValue
        for limit: PreferenceValue in [.integer(300), .string("300")] {
            var draft = Draft("a", Draft.restrictions, ["ratingMovies": limit])
            draft.add(Draft.preferences, Self.forced("app", [key: .integer(100)]))
            let managed = ManagedPreferences([try draft.profile()])
            #expect(managed.values(for: "app")[key] == .integer(100))
            #expect(managed.values(for: "other")[key] == limit)
        }
    }

    @Test(
        "payloads of another shape force nothing",
        arguments: [
            [:], ["PayloadContent": .array([])],
            ["PayloadContent": .dictionary(["d": .integer(1)])],
            ["PayloadContent": .dictionary(["d": .dictionary(["Forced": .dictionary([:])])])],
            ["PayloadContent": .dictionary(["d": .dictionary(["Forced": .array([.integer(1)])])])],
        ] as [[String: PreferenceValue]]
    )
    func shapes(settings: [String: PreferenceValue]) throws {
        let draft = Draft("a", Draft.preferences, settings)
        #expect(ManagedPreferences([try draft.profile()]).domains.isEmpty)
    }
}
