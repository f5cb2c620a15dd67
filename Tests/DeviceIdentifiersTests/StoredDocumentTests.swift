import DeviceIdentifiers
import ProtectionModel
import TestSupport
import Testing

@Suite("Documents about identifiers")
struct StoredDocumentTests {
    private static let names = [
        "applications.json", "tracking.json", "users.json", "settings.json", "ledger.ndjson",
        "ledger-000001.ndjson",
    ]

    private let bench = IdentifierBench()
    private let mail: BundleIdentifier = "com.example.mail"

    init() throws {
        try bench.service.setSettings(IdentifierSettings(platform: .iOS))
        try bench.install(mail)
        try bench.track(mail, .authorized)
        try bench.service.users.setDiscoverable(true, in: "c")
        for _ in 0..<6 { _ = try bench.service.advertisingIdentifier(for: mail) }
    }

    /// Everything a user of the module can ask for.
    private var calls: [() throws -> Void] {
        let (service, mail) = (bench.service, mail)
        return [
            { _ = try service.applications.all() },
            { _ = try service.applications.install(NewApplication("com.b.c", trackingUsage: "x")) },
            { _ = try service.vendorIdentifier(for: mail, purpose: "x") },
            { _ = try service.ownIdentifier(of: mail) },
            { try service.resetOwnIdentifier(of: mail) },
            { _ = try service.tracking.request(by: "com.b.c") },
            { try service.tracking.answer(.denied, to: "com.b.c") },
            { _ = try service.tracking.status(of: mail) },
            { _ = try service.tracking.areRequestsAllowed() },
            { _ = try service.advertisingIdentifier(for: mail) },
            { try service.resetAdvertisingIdentifier() },
            { try service.tracking.allowRequests(false) },
            { _ = try service.userIdentifier(for: mail, in: "c") },
            { _ = try service.discoverableUserIdentifier(for: mail, in: "c") },
            { try service.users.setDiscoverable(true, in: "d") },
            { _ = try service.ledger.entries() },
            { _ = try service.ledger.summary() },
            { try service.setSettings(IdentifierSettings(account: .child)) },
            { try service.applications.uninstall("com.b.c") },
        ]
    }

    @Test("all are there, under class C, and the settings under none")
    func classes() throws {
        #expect(try Set(bench.contents().keys) == Set(Self.names))
        for name in try bench.documents.names(in: .identifiers) {
            #expect(
                bench.documents.protection(of: name)
                    == (name.name == "settings.json"
                        ? .some(.none) : .completeUntilFirstUserAuthentication)
            )
        }
    }

    @Test("before the first unlock only settings are read and stored, and all but one call say why")
    func beforeFirstUnlock() throws {
        var contents = try bench.contents()
        bench.isLocked = true
        let codes = calls.map { refused($0)?.code }
        #expect(try bench.service.vendorIdentifier(for: mail) == nil)
        #expect(try bench.service.settings().account == .child)
        bench.isLocked = false
        // The identifier for vendor is nil, and settings are stored.
        #expect(codes.filter { $0 == nil }.count == 2)
        #expect(codes.allSatisfy { $0 == nil || $0 == .protectedDataUnavailable })
        contents["settings.json"] = try bench.bytes(of: "settings.json")
        #expect(try bench.contents() == contents)
    }

    @Test("one of a newer version is said to be, and never written over", arguments: names)
    func newerVersion(name: String) throws {
        let text = try bench.text(of: name)
        try bench.put(text.replacing("\"version\":1", with: "\"version\":2"), name)
        let newer = try bench.bytes(of: name)
        let codes = calls.map { refused($0)?.code }
        #expect(codes.contains(.unsupportedVersion))
        #expect(try bench.bytes(of: name) == newer)
    }

    @Test(
        "a damaged one is said to be, and never written over",
        arguments: names,
        [
            "", "{", "[]", "null", "{\"version\":0}", "{\"version\":1}", "{\"version\":\"1\"}",
            "\n\n",
        ]
    )
    func damaged(name: String, text: String) throws {
        // Settings may be empty.
        guard name != "settings.json" || text != "{\"version\":1}" else { return }
        try bench.put(text, name)
        let codes = calls.map { refused($0)?.code }
        #expect(codes.contains(.authenticationFailure))
        #expect(try bench.text(of: name) == text)
    }

    @Test("one application of a vendor with another identifier than its sibling is damage")
    func twoIdentifiers() throws {
        try bench.install("com.example.news")
        var text = try bench.text(of: "applications.json")
        let field = "\"vendorIdentifier\":\""
        let place = try #require(text.firstRange(of: field)).upperBound
        text.replaceSubrange(place...place, with: text[place] == "A" ? "B" : "A")
        try bench.put(text, "applications.json")
        #expect(
            refused { try bench.service.vendorIdentifier(for: mail) }?.code
                == .authenticationFailure
        )
    }

    @Test("one that is too long is not read", arguments: names)
    func tooLong(name: String) throws {
        let text = try bench.text(of: name)
        try bench.put(text + String(repeating: " ", count: 16 << 20), name)
        #expect(calls.contains { refused($0)?.code == .authenticationFailure })
    }

    @Test("numbers at the ends of their range do not crash", arguments: ["last", "after", "part"])
    func extremeNumbers(key: String) throws {
        let text = try bench.text(of: "ledger.ndjson")
        let numbers = ["last": "6", "after": "4", "part": "2"]
        let old = "\"\(key)\":\(numbers[key] ?? "")"
        try #require(text.contains(old))
        for number in [Int.min, -1, 0, 1 << 40, 1 << 41, Int.max] {
            try bench.put(text.replacing(old, with: "\"\(key)\":\(number)"), "ledger.ndjson")
            #expect(refused { try bench.service.ledger.verify() }?.code == .authenticationFailure)
        }
    }

    @Test("mutants do no harm", arguments: names)
    func mutants(name: String) throws {
        var mutator = Mutator(seed: UInt64(name.utf8.count))
        let contents = try bench.contents()
        let whole = try #require(contents[name])
        let codes: Set<ErrorCode?> = [
            nil, .authenticationFailure, .unsupportedVersion, .notFound, .invalidArgument,
            .permissionDenied,
        ]
        for _ in 0..<Mutator.iterationCount / 20 {
            for (name, bytes) in contents {
                bench.documents.put(bytes, try DocumentName(name, in: .identifiers))
            }
            let mutant = mutator.mutate(whole)
            bench.documents.put(mutant, try DocumentName(name, in: .identifiers))
            for call in calls {
                let refusal = refused(call)
                #expect(codes.contains(refusal?.code), "\(refusal?.description ?? "")")
            }
        }
    }
}
