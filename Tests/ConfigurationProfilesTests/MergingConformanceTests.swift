import ConfigurationProfiles
import Preferences
import Testing

@Suite("What the conformance table says about several profiles")
struct MergingConformanceTests {
    private func setting(
        _ key: String,
        _ values: [PreferenceValue?],
        _ type: String = Draft.restrictions
    ) throws -> EffectiveSetting {
        let profiles = try values.enumerated().map { index, value in
            try Draft("org.example.\(index)", type, value.map { [key: $0] } ?? [:]).profile()
        }
        let settings =
            type == Draft.passcode
            ? PasscodePolicy(profiles).settings : EffectiveRestrictions(profiles).settings
        return try #require(settings[key])
    }

    @Test("row 61: of two limits the smaller counts, and the clash is reported")
    func limits() throws {
        for values: [PreferenceValue] in [
            [.integer(300), .integer(400)], [.integer(400), .integer(300)],
        ] {
            let limit = try setting("ratingMovies", values)
            #expect(limit.value == .integer(300))
            #expect(limit.isClash)
            #expect(limit.origins.map(\.value) == [.integer(300)])
            #expect(limit.overruled.map(\.value) == [.integer(400)])
            #expect(limit.kind == .restrictedValue)
        }
    }

    @Test("row 62: a profile without a limit takes nothing from another's")
    func absent() throws {
        let limit = try setting("ratingMovies", [nil, .integer(300)])
        #expect(limit.value == .integer(300))
        #expect(!limit.isClash)
        #expect(limit.origins.map(\.profile) == ["org.example.1"])
    }

    @Test("row 63: what one profile forces is forced")
    func forced() throws {
        let backup = try setting("forceEncryptedBackup", [.boolean(false), .boolean(true)])
        #expect(backup.value == .boolean(true))
        #expect(backup.kind == .restrictedBool)
        #expect(backup.overruled.map(\.profile) == ["org.example.0"])
    }

    @Test("row 64: exempt apps are those that all lists have")
    func exempt() throws {
        let apps = try setting(
            "ratingAppsExemptedBundleIDs",
            [
                .array([.string("a"), .string("b")]), .array([.string("b"), .string("c")]),
            ]
        )
        #expect(apps.value == .array([.string("b")]))
        #expect(apps.kind == .intersection)
        #expect(apps.origins.count == 2)
        #expect(!apps.isClash)
    }

    @Test("row 65: the longer passcode history counts, though Apple's schema says otherwise")
    func history() throws {
        let values: [PreferenceValue] = [.integer(5), .integer(10)]
        let history = try setting("pinHistory", values, Draft.passcode)
        #expect(history.value == .integer(10))
        #expect(history.notes.map(\.rawValue) == ["schema-disagrees"])
        #expect(history.isClash)
    }
}
