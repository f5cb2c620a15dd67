import ConfigurationProfiles
import Preferences
import ProtectionModel
import TestSupport
import Testing

@Suite("Installed profiles")
struct InstalledProfilesTests {
    private let documents = InMemoryDocuments()
    private var installed: InstalledProfiles { InstalledProfiles(documents) }
    private let now = Timestamp(seconds: 1_800_000_000)

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch { return (error as? ProtectionError)?.code }
    }

    @Test("a profile is installed as it came, and listed after another process's start")
    func install() throws {
        let bytes = try Fixture.profile("rsa")
        let stored = try installed.install(bytes, at: now)
        #expect(stored.profile == (try ConfigurationProfile(reading: bytes)))
        #expect(stored.installedAt == now)
        #expect(try InstalledProfiles(documents).list() == [stored])
        let name = try #require(try documents.names(in: .profiles).first)
        #expect(documents.protection(of: name) == .completeUntilFirstUserAuthentication)
    }

    @Test("the same identifier replaces, another one stands beside it, in the order of time")
    func replace() throws {
        for (index, identifier) in ["b", "a", "b"].enumerated() {
            let draft = Draft(identifier, Draft.passcode, ["minLength": .integer(Int128(index))])
            let time = Timestamp(seconds: Int64(index))
            try installed.install(draft.bytes, at: time)
        }
        let list = try installed.list()
        #expect(list.map(\.profile.identifier) == ["a", "b"])
        #expect(list.map(\.installedAt.seconds) == [1, 2])
        #expect(list.last?.profile.payloads.first?.settings == ["minLength": .integer(2)])
    }

    @Test("what is not a sound profile is not installed", arguments: ["encrypted", "unsound"])
    func refused(what: String) throws {
        var draft = Draft("a", Draft.passcode, [:])
        if what == "encrypted" {
            draft.root["IsEncrypted"] = .boolean(true)
            draft.root["EncryptedPayloadContent"] = .data([1])
        } else {
            draft.root["PayloadUUID"] = nil
        }
        let refused = code { try installed.install(draft.bytes, at: now) }
        #expect(refused == .malformedProfile)
        #expect(try documents.names(in: .profiles).isEmpty)
    }

    @Test("a removed profile is gone, and one that is not there is not found")
    func remove() throws {
        try installed.install(Draft("a").bytes, at: now)
        try installed.install(Draft("b").bytes, at: now)
        try installed.remove("a")
        #expect(try installed.list().map(\.profile.identifier) == ["b"])
        #expect(code { try installed.remove("a") } == .notFound)
    }

    @Test(
        "a profile that forbids its removal stays, unless that is forced",
        arguments: ["PayloadRemovalDisallowed", "HasRemovalPasscode"],
        [PreferenceValue.boolean(true), .integer(1)]
    )
    func forbidden(key: String, value: PreferenceValue) throws {
        var draft = Draft("a")
        draft.root[key] = value
        try installed.install(draft.bytes, at: now)
        #expect(code { try installed.remove("a") } == .permissionDenied)
        #expect(try installed.list().count == 1)
        try installed.remove("a", force: true)
        #expect(try installed.list().isEmpty)
    }

    @Test("while the documents are locked that is the answer, never an empty list")
    func locked() throws {
        try installed.install(Draft("a").bytes, at: now)
        documents.closed = [.completeUntilFirstUserAuthentication]
        #expect(code { _ = try installed.list() } == .protectedDataUnavailable)
        #expect(code { try installed.remove("a") } == .protectedDataUnavailable)
        #expect(
            code { try installed.install(Draft("a").bytes, at: now) } == .protectedDataUnavailable
        )
        documents.closed = []
        #expect(try installed.list().count == 1)
    }

    @Test("a failed write leaves what was there")
    func failure() throws {
        try installed.install(Draft("a").bytes, at: now)
        documents.failure = .noSpace
        let other = Draft("a", Draft.passcode, [:])
        #expect(code { try installed.install(other.bytes, at: now) } == .noSpace)
        #expect(try installed.list().first?.profile.payloads.isEmpty == true)
    }

    @Test("a damaged document is an error, and is neither replaced nor removed")
    func damaged() throws {
        try installed.install(Draft("a").bytes, at: now)
        let name = try #require(try documents.names(in: .profiles).first)
        let whole = try #require(try documents.read(name))
        let unsound = PropertyList(
            .dictionary([
                "Version": .integer(1), "InstalledAt": .date(now), "Profile": .data([1]),
            ])
        ).binary
        for bytes in [[], Array(whole.dropLast()), unsound] {
            documents.put(bytes, name)
            #expect(code { _ = try installed.list() } == .authenticationFailure)
            #expect(code { try installed.remove("a") } == .authenticationFailure)
            #expect(
                code { try installed.install(Draft("a").bytes, at: now) } == .authenticationFailure
            )
            #expect(try documents.read(name) == bytes)
        }
        try installed.remove("a", force: true)
        #expect(try installed.list().isEmpty)
    }

    @Test("a profile that forbids its removal is not replaced by another's, unless that is forced")
    func replaced() throws {
        var draft = Draft("a")
        draft.root["PayloadRemovalDisallowed"] = .boolean(true)
        try installed.install(draft.bytes, at: now)
        #expect(code { try installed.install(Draft("a").bytes, at: now) } == .permissionDenied)
        #expect(try installed.list().first?.profile.isRemovalDisallowed == true)
        try installed.install(Draft("a").bytes, at: now, force: true)
        #expect(try installed.list().first?.profile.isRemovalDisallowed == false)
    }

    @Test("a document of a newer version is said to be one")
    func newer() throws {
        try installed.install(Draft("a").bytes, at: now)
        let name = try #require(try documents.names(in: .profiles).first)
        documents.put(PropertyList(.dictionary(["Version": .integer(2)])).binary, name)
        #expect(code { _ = try installed.list() } == .unsupportedVersion)
    }

    @Test("documents that are not profiles are left alone")
    func others() throws {
        documents.put([1], try DocumentName("undo", in: .profiles))
        documents.put([1], try DocumentName("x.mobileconfig", in: .preferences))
        #expect(try installed.list().isEmpty)
    }

    @Test("odd and long identifiers have documents of their own")
    func names() throws {
        let long = String(repeating: "x", count: 5_000)
        let identifiers = [
            ".", "..", "a/b", "a%2fb", "a b", "a\u{0}b", "ä", "a\u{308}", "A", "a", "\u{1}2",
            "\u{12}",
            "a.mobileconfig", long, long + "1", long + "2", ".\(long)", "🄰",
        ]
        for identifier in identifiers {
            try installed.install(Draft(identifier).bytes, at: now)
        }
        #expect(Set(try installed.list().map { Array($0.profile.identifier.utf8) }).count == 18)
        #expect(try documents.names(in: .profiles).count == identifiers.count)
        for identifier in identifiers { try installed.remove(identifier) }
        #expect(try installed.list().isEmpty)
    }

    @Test("a document that was exchanged with another's is damaged, not mixed up")
    func exchanged() throws {
        try installed.install(Draft("a").bytes, at: now)
        let name = try #require(try documents.names(in: .profiles).first)
        let other = try #require(try documents.read(name))
        try installed.remove("a")
        try installed.install(Draft("b").bytes, at: now)
        let place = try #require(try documents.names(in: .profiles).first)
        documents.put(other, place)
        #expect(code { _ = try installed.list() } == .authenticationFailure)
        #expect(
            code { try installed.install(Draft("b").bytes, at: now) } == .authenticationFailure
        )
        #expect(code { try installed.remove("b") } == .authenticationFailure)
        #expect(try documents.read(place) == other)
    }

    @Test("the day a profile goes counts from its installation")
    func removalDate() throws {
        var draft = Draft("a")
        draft.root["DurationUntilRemoval"] = .integer(60)
        let stored = try installed.install(draft.bytes, at: now)
        #expect(stored.removalDate == Timestamp(seconds: now.seconds + 60))
    }
}
