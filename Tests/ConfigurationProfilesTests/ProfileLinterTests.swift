import ConfigurationProfiles
import Preferences
import ProtectionModel
import Testing

@Suite("Checks of profiles")
struct ProfileLinterTests {
    private let linter = ProfileLinter(at: Timestamp(seconds: 1_000))

    private func findings(_ drafts: Draft...) throws -> [ProfileFinding] {
        // All of these are unsigned; one test looks at that.
        try linter.findings(in: drafts.map { try $0.document() }).filter { $0.rule != .unsigned }
    }

    @Test("a sound profile has no errors and no warnings but for its signature")
    func sound() throws {
        let documents = [try ProfileDocument(reading: try Fixture.profile("restrictions"))]
        let findings = linter.findings(in: documents)
        #expect(findings.filter { $0.level != .note }.map(\.rule) == [.unsigned])
        #expect(findings.filter { $0.level == .note }.map(\.rule) == [.needsSupervision])
    }

    @Test("a signed profile is not called unsigned")
    func signed() throws {
        let documents = [try ProfileDocument(reading: try Fixture.profile("rsa"))]
        #expect(!linter.findings(in: documents).contains { $0.rule == .unsigned })
        let weak = [try ProfileDocument(reading: try Fixture.profile("sha1"))]
        #expect(linter.findings(in: weak).contains { $0.rule == .signatureNotChecked })
    }

    @Test("every fault of the envelope is found, not the first alone")
    func envelope() throws {
        var draft = Draft("org.example.a", Draft.restrictions, [:])
        draft.root["PayloadUUID"] = nil
        draft.root["PayloadScope"] = .integer(1)
        draft.payloads[0]["PayloadVersion"] = nil
        let errors = try findings(draft).filter { $0.level == .error }
        #expect(
            Set(errors.map { "\($0.rule.rawValue) \($0.keyPath)" }) == [
                "missing-key PayloadUUID", "wrong-type PayloadScope",
                "missing-key PayloadContent[0].PayloadVersion",
            ]
        )
    }

    @Test("a key that the top level does not have is found: a slip, mostly")
    func unknownTop() throws {
        var draft = Draft()
        draft.root["PayloadRemovalDisalowed"] = .boolean(true)
        let found = try findings(draft)
        #expect(found.map(\.rule) == [.unknownKey])
        #expect(found.map(\.keyPath) == ["PayloadRemovalDisalowed"])
    }

    @Test("a payload with the UUID of its profile is worth a warning")
    func ownUUID() throws {
        var draft = Draft("a", Draft.passcode, [:])
        draft.payloads[0]["PayloadUUID"] = draft.root["PayloadUUID"]
        #expect(try findings(draft).map(\.rule) == [.duplicateUUID])
        #expect(try draft.profile().payloads.count == 1)
    }

    @Test(
        "settings are judged by type, range and what is known of the key",
        arguments: [
            (Draft.restrictions, "ratingMovies", .string("300"), "error wrong-type"),
            (Draft.restrictions, "ratingMovies", .boolean(true), "error wrong-type"),
            (Draft.restrictions, "ratingMovies", .integer(1001), "error out-of-range"),
            (Draft.restrictions, "ratingMovies", .integer(-1), "error out-of-range"),
            (Draft.restrictions, "ratingMovies", .integer(1000), ""),
            (Draft.restrictions, "ratingMovies", .integer(0), ""),
            (Draft.restrictions, "ratingMovies", .integer(777), "warning unknown-rating"),
            (Draft.restrictions, "ratingApps", .integer(313), ""),
            (Draft.restrictions, "ratingApps", .integer(301), "warning unknown-rating"),
            (Draft.restrictions, "allowCloudBackup", .string("TRUE"), "error wrong-type"),
            (Draft.restrictions, "allowCloudBackup", .integer(1), "warning wrong-type"),
            (Draft.restrictions, "allowCloudBackup", .integer(2), "error wrong-type"),
            (Draft.restrictions, "allowExplicitContent", .boolean(false), "note needs-supervision"),
            (Draft.restrictions, "ratingRegion", .string("us"), ""),
            (Draft.restrictions, "ratingRegion", .string("xx"), "error out-of-range"),
            (
                Draft.restrictions, "ratingAppsExemptedBundleIDs", .array([]),
                "note limited-platform"
            ),
            (Draft.restrictions, "blockedAppBundleIDs", .string("[\"a\"]"), "error wrong-type"),
            (Draft.restrictions, "blockedAppBundleIDs", .array([.integer(1)]), "error wrong-type"),
            (Draft.restrictions, "safariAcceptCookies", .real(1.5), ""),
            (Draft.restrictions, "safariAcceptCookies", .integer(2), ""),
            (Draft.restrictions, "safariAcceptCookies", .real(1.25), "error out-of-range"),
            (
                Draft.restrictions, "allowActivityContinuation", .boolean(false),
                "note needs-supervision"
            ),
            (Draft.restrictions, "allowWhatever", .boolean(true), "note unknown-key"),
            (
                Draft.restrictions, "forceITunesStorePasswordEntry", .boolean(true),
                "warning deprecated-key"
            ),
            (Draft.passcode, "minLength", .integer(17), "error out-of-range"),
            (Draft.passcode, "minLength", .real(6), "error wrong-type"),
            (Draft.passcode, "maxFailedAttempts", .integer(1), "error out-of-range"),
            (Draft.passcode, "pinHistory", .integer(0), "error out-of-range"),
            (Draft.passcode, "maxInactivity", .integer(15), ""),
            (Draft.passcode, "maxInactivity", .integer(16), "warning limited-platform"),
            (Draft.passcode, "maxInactivity", .integer(61), "error out-of-range"),
            (Draft.passcode, "minimumLength", .integer(6), "warning unknown-key"),
        ] as [(String, String, PreferenceValue, String)]
    )
    func settings(type: String, key: String, value: PreferenceValue, expected: String) throws {
        let findings = try findings(Draft("org.example.a", type, [key: value]))
        let found = findings.map { "\($0.level.rawValue) \($0.rule.rawValue)" }
        #expect(found == (expected.isEmpty ? [] : [expected]))
        #expect(findings.allSatisfy { $0.keyPath == "PayloadContent[0].\(key)" })
    }

    @Test("a rating is looked up in the region the profile names, and its classes are said")
    func region() throws {
        // 12A is 325 in Britain and nothing in America.
        for (region, isKnown) in [("gb", true), ("us", false)] {
            let settings: [String: PreferenceValue] = [
                "ratingRegion": .string(region), "ratingMovies": .integer(325),
            ]
            let findings = try findings(Draft("org.example.a", Draft.restrictions, settings))
            #expect(findings.isEmpty == isKnown)
            #expect(findings.allSatisfy { $0.sentence.contains("300 (PG-13)") })
        }
    }

    @Test("keys that depend on others are found without them")
    func dependent() throws {
        let reset = try findings(
            Draft("a", Draft.passcode, ["minutesUntilFailedLoginReset": .integer(5)])
        )
        #expect(reset.contains { $0.rule == .missingKey && $0.level == .warning })
    }

    @Test("of other payloads the envelope alone is checked, and that is said")
    func envelopeOnly() throws {
        let settings: [String: PreferenceValue] = ["allowCloudBackup": .string("x")]
        let findings = try findings(Draft("org.example.a", "com.example.other", settings))
        #expect(findings.map(\.rule) == [.envelopeOnly])
    }

    @Test("dates that have passed are found")
    func dates() throws {
        for (seconds, count) in [(1_000, 2), (1_001, 0)] as [(Int64, Int)] {
            var draft = Draft("org.example.a", Draft.passcode, [:])
            draft.root["PayloadExpirationDate"] = .date(Timestamp(seconds: seconds))
            draft.root["RemovalDate"] = .date(Timestamp(seconds: seconds))
            #expect(try findings(draft).count { $0.rule == .expired } == count)
        }
    }

    @Test("encrypted payloads are said, and missing ones found")
    func encrypted() throws {
        var draft = Draft()
        draft.root["IsEncrypted"] = .boolean(true)
        #expect(
            try findings(draft).map(\.keyPath) == ["EncryptedPayloadContent", "IsEncrypted"]
        )
        draft.root["EncryptedPayloadContent"] = .data([1])
        #expect(try findings(draft).map(\.rule) == [.encrypted])
    }

    @Test("a key set twice is found, within one profile and across several")
    func twice() throws {
        var draft = Draft("org.example.a", Draft.restrictions, ["ratingMovies": .integer(300)])
        draft.add(Draft.restrictions, ["ratingMovies": .integer(400)])
        let within = try findings(draft)
        #expect(within.map(\.rule) == [.setTwice])
        #expect(within.map(\.level) == [.warning])
        #expect(within.map(\.keyPath) == ["PayloadContent[1].ratingMovies"])
        let across = try findings(
            Draft("org.example.a", Draft.passcode, ["minLength": .integer(6)]),
            Draft("org.example.b", Draft.passcode, ["minLength": .integer(6)])
        )
        #expect(across.map(\.rule) == [.setTwice])
        #expect(across.map(\.level) == [.note])
        #expect(across.map(\.profileIndex) == [1])
    }

    @Test("names used in several profiles are found")
    func shared() throws {
        let one = Draft("org.example.a", Draft.passcode, [:])
        var other = Draft("org.example.b", Draft.passcode, [:])
        other.payloads[0]["PayloadUUID"] = one.payloads[0]["PayloadUUID"]
        let uuids = try findings(one, other)
        #expect(uuids.map(\.rule) == [.duplicateUUID])
        #expect(uuids.map(\.keyPath) == ["PayloadContent[0].PayloadUUID"])
        let same = try findings(one, one).map(\.rule)
        #expect(Set(same) == [.duplicateIdentifier, .duplicateUUID])
    }
}
