import ConfigurationProfiles
import Preferences
import ProtectionModel
import Testing

@Suite("Configuration profiles")
struct ConfigurationProfileTests {
    @Test("a profile in XML is read with all it says")
    func xml() throws {
        let bytes = try Fixture.profile("restrictions")
        let profile = try ConfigurationProfile(reading: bytes)
        #expect(profile.identifier == "org.example.family")
        #expect(profile.uuid == "5B0F7A52-9C4B-4E0C-9A0E-1F5E4A6D7C01")
        #expect(profile.name == "Family")
        #expect(profile.organization == "Example")
        #expect(profile.scope == nil)
        #expect(!profile.isRemovalDisallowed && !profile.hasRemovalPasscode)
        #expect(!profile.isEncrypted)
        #expect(profile.signature == .unsigned)
        #expect(
            profile.payloads.map(\.type) == [
                "com.apple.applicationaccess", "com.apple.mobiledevice.passwordpolicy",
            ]
        )
        let payload = try #require(profile.payloads.last)
        #expect(payload.identifier == "org.example.family.passcode")
        #expect(payload.settings == ["forcePIN": .boolean(true), "minLength": .integer(6)])
        #expect(try ProfileDocument(reading: bytes).format == .xml)
    }

    @Test("the rest of the top level is read")
    func top() throws {
        let moment = Timestamp(seconds: 1_800_000_000)
        var draft = Draft()
        draft.root.merge([
            "PayloadScope": .string("System"), "PayloadRemovalDisallowed": .boolean(true),
            "HasRemovalPasscode": .boolean(true), "RemovalDate": .date(moment),
            "DurationUntilRemoval": .real(3600), "PayloadExpirationDate": .date(moment),
            "PayloadDescription": .string("what for"),
        ]) { $1 }
        let profile = try draft.profile()
        #expect(profile.scope == .system)
        #expect(profile.isRemovalDisallowed)
        #expect(profile.hasRemovalPasscode)
        #expect(profile.removalDate == moment)
        #expect(profile.durationUntilRemoval == .seconds(3600))
        #expect(profile.expirationDate == moment)
        #expect(profile.details == "what for")
    }

    @Test(
        "a profile goes by its date or its duration, whichever is earlier",
        arguments: [
            (nil, nil, nil), (500, nil, 500), (nil, 300, 400), (500, 300, 400), (200, 300, 200),
        ] as [(Int64?, Double?, Int64?)]
    )
    func removal(date: Int64?, duration: Double?, expected: Int64?) throws {
        var draft = Draft()
        draft.root["RemovalDate"] = date.map { .date(Timestamp(seconds: $0)) }
        draft.root["DurationUntilRemoval"] = duration.map { .real($0) }
        let goes = try draft.profile().removalDate(installedAt: Timestamp(seconds: 100))
        #expect(goes == expected.map { Timestamp(seconds: $0) })
    }

    @Test("an encrypted profile says so, and its payloads are not read")
    func encrypted() throws {
        var draft = Draft()
        draft.root["IsEncrypted"] = .boolean(true)
        draft.root["EncryptedPayloadContent"] = .data([1, 2, 3])
        draft.root["PayloadContent"] = .string("ignored")
        let profile = try draft.profile()
        #expect(profile.isEncrypted)
        #expect(profile.payloads.isEmpty)
    }

    @Test(
        "an unsound top level is refused with the place",
        arguments: [
            ("PayloadType", nil), ("PayloadType", .string("Other")), ("PayloadVersion", nil),
            ("PayloadVersion", .integer(2)), ("PayloadVersion", .boolean(true)),
            ("PayloadVersion", .string("1")), ("PayloadIdentifier", nil),
            ("PayloadIdentifier", .string("")), ("PayloadIdentifier", .integer(1)),
            ("PayloadUUID", nil), ("PayloadUUID", .data([1])),
            ("PayloadContent", .dictionary([:])), ("PayloadScope", .string("user")),
            ("PayloadRemovalDisallowed", .string("YES")), ("RemovalDate", .string("today")),
            ("DurationUntilRemoval", .real(-1)), ("DurationUntilRemoval", .real(.infinity)),
            ("DurationUntilRemoval", .real(.nan)), ("TargetDeviceType", .integer(7)),
            ("IsEncrypted", .string("yes")), ("EncryptedPayloadContent", .string("")),
            ("PayloadDisplayName", .array([])),
        ] as [(String, PreferenceValue?)]
    )
    func top(key: String, value: PreferenceValue?) {
        var draft = Draft("org.example.a", Draft.restrictions, [:])
        draft.root[key] = value
        let error = #expect(throws: ProtectionError.self) { try draft.profile() }
        #expect(error?.code == .malformedProfile)
        #expect((error?.cause as? ProfilePlace)?.keyPath == key)
    }

    @Test("IsEncrypted without data, and no payloads at all, are refused")
    func missing() {
        var draft = Draft()
        draft.root["IsEncrypted"] = .boolean(true)
        let encrypted = #expect(throws: ProtectionError.self) { try draft.profile() }
        #expect((encrypted?.cause as? ProfilePlace)?.keyPath == "EncryptedPayloadContent")
        let bytes = PropertyList(.dictionary(Draft().root)).binary
        let none = #expect(throws: ProtectionError.self) {
            try ConfigurationProfile(reading: bytes)
        }
        #expect((none?.cause as? ProfilePlace)?.keyPath == "PayloadContent")
    }

    @Test(
        "an unsound payload is refused with the place",
        arguments: [
            ("PayloadType", nil), ("PayloadVersion", nil), ("PayloadVersion", .integer(0)),
            ("PayloadIdentifier", nil), ("PayloadUUID", .integer(1)),
            ("PayloadIdentifier", .string("org.example.a.0")),
            ("PayloadUUID", .string("ORG.example.a.0/uuid")),
            ("PayloadDisplayName", .integer(1)), ("PayloadEnabled", .string("yes")),
        ] as [(String, PreferenceValue?)]
    )
    func payload(key: String, value: PreferenceValue?) {
        var draft = Draft("org.example.a", Draft.restrictions, [:])
        draft.add(Draft.passcode, [:])
        draft.payloads[1][key] = value
        let error = #expect(throws: ProtectionError.self) { try draft.profile() }
        #expect(error?.code == .malformedProfile)
        #expect((error?.cause as? ProfilePlace)?.keyPath == "PayloadContent[1].\(key)")
    }

    @Test("a payload that is not a dictionary is refused with the place")
    func noDictionary() {
        var draft = Draft()
        draft.root["PayloadContent"] = .array([.string("{}")])
        let error = #expect(throws: ProtectionError.self) { try draft.profile() }
        #expect((error?.cause as? ProfilePlace)?.keyPath == "PayloadContent[0]")
    }

    @Test(
        "what is not a property list, or not a profile's, is refused",
        arguments: ["", "x", "{}", "<plist><array/></plist>", "-----BEGIN PKCS7-----\nMAA=\n"]
    )
    func noList(text: String) {
        let error = #expect(throws: ProtectionError.self) {
            try ConfigurationProfile(reading: Array(text.utf8))
        }
        #expect(error?.code == .malformedProfile)
    }

    @Test("a profile of more than a thousand payloads is refused")
    func tooMany() throws {
        var draft = Draft()
        for _ in 0..<1_000 { draft.add(Draft.passcode, [:]) }
        #expect(try draft.profile().payloads.count == 1_000)
        draft.add(Draft.passcode, [:])
        let error = #expect(throws: ProtectionError.self) { _ = try draft.profile() }
        #expect((error?.cause as? ProfilePlace)?.keyPath == "PayloadContent")
    }

    @Test("a profile beyond the limits is refused, signed or not")
    func limits() throws {
        for name in ["restrictions", "rsa"] {
            let bytes = try Fixture.profile(name)
            let limits = PropertyListLimits(byteCount: 1_000, depth: 8, valueCount: 100)
            let error = #expect(throws: ProtectionError.self) {
                try ConfigurationProfile(reading: bytes, limits: limits)
            }
            #expect(error?.code == .malformedProfile)
        }
    }
}
