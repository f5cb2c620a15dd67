import ConfigurationProfiles
import Preferences
import Testing

@Suite("Restrictions of several profiles")
struct EffectiveRestrictionsTests {
    private func merged(_ key: String, _ values: [PreferenceValue]) throws -> EffectiveSetting {
        let profiles = try values.enumerated().map { index, value in
            try Draft("org.example.\(index)", Draft.restrictions, [key: value]).profile()
        }
        return try #require(EffectiveRestrictions(profiles).settings[key])
    }

    @Test(
        "the stricter value counts, whatever the order",
        arguments: [
            ("allowExplicitContent", .boolean(true), .boolean(false)),
            ("allowExplicitContent", .integer(1), .boolean(false)),
            ("forceLimitAdTracking", .boolean(false), .boolean(true)),
            ("allowUSBRestrictedMode", .boolean(false), .boolean(true)),
            ("requireManagedPasteboard", .boolean(false), .boolean(true)),
            ("ratingApps", .integer(600), .integer(200)),
            ("enforcedFingerprintTimeout", .integer(172_800), .integer(60)),
            ("safariAcceptCookies", .integer(2), .real(1.5)),
            ("allowSomethingNew", .boolean(true), .boolean(false)),
            ("forceSomethingNew", .boolean(false), .boolean(true)),
        ] as [(String, PreferenceValue, PreferenceValue)]
    )
    func stricter(key: String, weak: PreferenceValue, strict: PreferenceValue) throws {
        for values in [[weak, strict], [strict, weak]] {
            let setting = try merged(key, values)
            #expect(setting.value == strict)
            #expect(setting.overruled.map(\.value) == [weak])
        }
    }

    @Test("lists grow or shrink, and are not a clash")
    func lists() throws {
        let values: [PreferenceValue] = [
            .array([.string("a"), .string("b")]), .array([.string("b"), .string("c")]),
        ]
        let union = try merged("blockedAppBundleIDs", values)
        #expect(union.value == .array([.string("a"), .string("b"), .string("c")]))
        #expect(union.kind == .union)
        #expect(!union.isClash)
        let intersection = try merged("allowListedAppBundleIDs", values)
        #expect(intersection.value == .array([.string("b")]))
    }

    /// Compared item by item with each other these would take minutes.
    @Test("long lists combine")
    func longLists() throws {
        let count = 50_000
        let lists: [PreferenceValue] = [0, 1].map { start in
            .array((start..<start + count).map { .string("app.\($0)") })
        }
        let apps = try merged("allowListedAppBundleIDs", lists)
        #expect(apps.value == .array((1..<count).map { .string("app.\($0)") }))
    }

    @Test("values that are equal are not a clash, and all who set them are named")
    func equal() throws {
        let setting = try merged("ratingMovies", [.integer(300), .integer(300)])
        #expect(!setting.isClash)
        #expect(setting.origins.map(\.profile) == ["org.example.0", "org.example.1"])
        #expect(
            setting.origins.map(\.keyPath)
                == Array(repeating: "PayloadContent[0].ratingMovies", count: 2)
        )
    }

    @Test(
        "a value that cannot be used counts only where there is no other, and stays as it is",
        arguments: [.string("100"), .integer(2000), .integer(-5), .boolean(true), .array([])]
            as [PreferenceValue]
    )
    func unusable(value: PreferenceValue) throws {
        let alone = try merged("ratingMovies", [value])
        #expect(alone.value == value)
        #expect(alone.notes == [.unusable])
        let beside = try merged("ratingMovies", [.integer(300), value])
        #expect(beside.value == .integer(300))
        #expect(beside.notes.isEmpty)
        #expect(beside.overruled.map(\.value) == [value])
    }

    @Test("where no value is stricter the last one counts, and the clash is reported")
    func unordered() throws {
        let setting = try merged("somethingNew", [.string("a"), .string("b")])
        #expect(setting.value == .string("b"))
        #expect(setting.kind == nil)
        #expect(setting.isClash)
    }

    @Test("clashes within one profile count as those across")
    func within() throws {
        var draft = Draft("a", Draft.restrictions, ["ratingMovies": .integer(400)])
        draft.add(Draft.restrictions, ["ratingMovies": .integer(200)])
        draft.add("com.example.other", ["ratingMovies": .integer(100)])
        let effective = EffectiveRestrictions([try draft.profile()])
        #expect(effective.clashes.map(\.key) == ["ratingMovies"])
        #expect(effective.settings["ratingMovies"]?.value == .integer(200))
        #expect(effective.settings["ratingMovies"]?.origins.map(\.payload) == ["a.1"])
    }

    @Test("apps are exempt that all lists name; without a list none is")
    func exempt() throws {
        #expect(EffectiveRestrictions([]).exemptApps.isEmpty)
        let draft = Draft(
            "a",
            Draft.restrictions,
            ["ratingAppsExemptedBundleIDs": .array([.string("b")])]
        )
        #expect(EffectiveRestrictions([try draft.profile()]).exemptApps == ["b"])
    }
}
