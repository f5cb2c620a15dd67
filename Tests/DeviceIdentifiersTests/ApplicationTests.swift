import DeviceIdentifiers
import FoundationEssentials
import ProtectionModel
import Testing

@Suite("Installed applications")
struct ApplicationTests {
    private let bench = IdentifierBench()
    private let mail: BundleIdentifier = "com.example.mail"

    @Test(
        "a bundle identifier has components of letters, digits, hyphens and underscores",
        arguments: [
            ("com.example.mail", true), ("one", true), ("a-b.c_d.9", true), ("", false),
            (".com", false), ("com.", false), ("com..example", false), ("com.exämple", false),
            ("com.a/b", false), ("com.a b", false), ("com.a\n", false),
            (String(repeating: "a", count: 255), true),
            (String(repeating: "a", count: 256), false),
        ]
    )
    func bundleIdentifier(text: String, isValid: Bool) {
        #expect(refused { try BundleIdentifier(text) }?.code == (isValid ? nil : .invalidArgument))
    }

    @Test(
        "the rule makes a vendor of every number of components",
        arguments: [
            ("one", "one", "one"), ("com.a", "com", "com.a"), ("com.a.b", "com.a", "com.a"),
            ("com.a.b.c", "com.a.b", "com.a"),
        ]
    )
    func rule(text: String, ios7: String, ios6: String) throws {
        let application = try BundleIdentifier(text)
        #expect(VendorRule.ios7.vendor(of: application) == ios7)
        #expect(VendorRule.ios6.vendor(of: application) == ios6)
    }

    @Test("the store's vendor goes before the team, and the team before the bundle identifier")
    func vendor() throws {
        let both = try bench.install("com.a.one", vendor: "A", team: "T").vendor
        #expect(both.source == .store && both.name == "A")
        let team = try bench.install("com.a.two", team: "T").vendor
        #expect(team.source == .team && team.name == "T")
        let neither = try bench.install("com.a.three").vendor
        #expect(neither.source == .bundle && neither.name == "com.a")
    }

    @Test("applications of other vendors and on other devices have other identifiers")
    func differs() throws {
        let other = IdentifierBench(seed: 2)
        try bench.install(mail)
        try bench.install("com.other.mail")
        try other.install(mail)
        let identifiers = try [
            bench.service.vendorIdentifier(for: mail),
            bench.service.vendorIdentifier(for: "com.other.mail"),
            other.service.vendorIdentifier(for: mail),
        ]
        #expect(Set(identifiers).count == 3)
        #expect(!identifiers.contains(nil))
    }

    @Test("a vendor of the same name but another kind is another vendor")
    func sameName() throws {
        try bench.install(mail)
        try bench.install("com.other.app", team: "com.example")
        let first = try bench.service.vendorIdentifier(for: mail)
        #expect(try bench.service.vendorIdentifier(for: "com.other.app") != first)
    }

    @Test("identifiers are random UUIDs of version 4, and repeat with the seed")
    func version4() throws {
        let again = IdentifierBench()
        for bench in [bench, again] { try bench.install(mail) }
        let identifier = try #require(try bench.service.vendorIdentifier(for: mail))
        #expect(identifier.uuid.6 >> 4 == 4)
        #expect(identifier.uuid.8 >> 6 == 2)
        #expect(identifier.uuidString == identifier.uuidString.uppercased())
        #expect(try again.service.vendorIdentifier(for: mail) == identifier)
    }

    @Test("an update keeps the own identifier, the answer and the vendor's identifier")
    func update() throws {
        try bench.install(mail)
        try bench.track(mail, .denied)
        let own = try bench.service.ownIdentifier(of: mail)
        let vendor = try bench.service.vendorIdentifier(for: mail)
        try bench.install(mail, usage: "other words")
        #expect(try bench.service.ownIdentifier(of: mail) == own)
        #expect(try bench.service.vendorIdentifier(for: mail) == vendor)
        #expect(try bench.service.tracking.status(of: mail) == .denied)
        #expect(try bench.service.applications.all().map(\.trackingUsage) == ["other words"])
    }

    @Test("the list is sorted, and an application that is not installed is not found")
    func list() throws {
        let applications = bench.service.applications
        for name in ["com.b.x", "com.a.x", "com.B.x"] as [BundleIdentifier] {
            try bench.install(name)
        }
        #expect(
            try applications.all().map(\.identifier.description)
                == ["com.B.x", "com.a.x", "com.b.x"]
        )
        let calls: [() throws -> Void] = [
            { try applications.uninstall(mail) },
            { _ = try bench.service.vendorIdentifier(for: mail) },
            { _ = try bench.service.advertisingIdentifier(for: mail) },
            { _ = try bench.service.ownIdentifier(of: mail) },
            { try bench.service.resetOwnIdentifier(of: mail) },
            { _ = try bench.service.userIdentifier(for: mail, in: "c") },
            { _ = try bench.service.tracking.request(by: mail) },
            { _ = try bench.service.tracking.status(of: mail) },
        ]
        for call in calls { #expect(refused(call)?.code == .notFound) }
        #expect(try bench.service.ledger.entries().isEmpty)
    }

    @Test("the own identifier is the application's alone, gone with it, and can be reset")
    func own() throws {
        try bench.install(mail)
        try bench.install("com.example.news")
        let first = try bench.service.ownIdentifier(of: mail)
        let other = try bench.service.ownIdentifier(of: "com.example.news")
        try bench.service.resetOwnIdentifier(of: mail)
        let second = try bench.service.ownIdentifier(of: mail)
        try bench.service.applications.uninstall(mail)
        try bench.install(mail)
        let third = try bench.service.ownIdentifier(of: mail)
        #expect(Set([first, second, third, other]).count == 4)
        #expect(try bench.service.ownIdentifier(of: "com.example.news") == other)
    }

    @Test("an answer that could not be erased with the application is void for the next one")
    func crashedRemoval() throws {
        try bench.install(mail)
        try bench.track(mail, .authorized)
        let tracking = try bench.text(of: "tracking.json")
        try bench.service.applications.uninstall(mail)
        #expect(try !bench.text(of: "tracking.json").contains("com.example.mail"))
        // As a crash between the two writes leaves it.
        try bench.put(tracking, "tracking.json")
        try bench.install(mail)
        #expect(try bench.service.tracking.status(of: mail) == .notDetermined)
        #expect(try bench.service.tracking.request(by: mail) == .prompting)
    }

    @Test(
        "odd names of vendors and teams are refused",
        arguments: ["", "a\u{0}", "a\n", String(repeating: "ä", count: 128)]
    )
    func oddNames(name: String) {
        #expect(
            refused { try NewApplication(mail, vendor: name) }?.code == .invalidArgument
        )
        #expect(refused { try NewApplication(mail, team: name) }?.code == .invalidArgument)
        #expect(
            refused { try NewApplication(mail, activityTypes: [name]) }?.code == .invalidArgument
        )
        #expect(
            refused { try NewApplication(mail, associatedDomains: [name]) }?.code
                == .invalidArgument
        )
    }

    @Test("what an application declares is kept with it, and an update declares it anew")
    func declarations() throws {
        let applications = bench.service.applications
        let domain = "activitycontinuation:example.com"
        let first = try applications.install(
            NewApplication(
                mail,
                vendor: "Example",
                team: "T1",
                activityTypes: ["b", "a"],
                associatedDomains: [domain]
            )
        )
        #expect(first.team == "T1")
        #expect(first.activityTypes == ["a", "b"])
        #expect(first.associatedDomains == [domain])
        #expect(try applications.all() == [first])
        let second = try applications.install(NewApplication(mail))
        #expect(second.team == nil && second.activityTypes.isEmpty)
        let types = Set((0...256).map { "type\($0)" })
        #expect(
            refused { try NewApplication(mail, activityTypes: types) }?.code == .invalidArgument
        )
    }
}
