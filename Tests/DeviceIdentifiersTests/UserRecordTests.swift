import DeviceIdentifiers
import ProtectionModel
import Testing

@Suite("User identifiers")
struct UserRecordTests {
    private let bench = IdentifierBench()
    private let mail: BundleIdentifier = "com.example.mail"

    @Test("there is one a container, for every application, and it outlives them")
    func perContainer() throws {
        try bench.install(mail)
        try bench.install("com.other.news")
        let service = bench.service
        let first = try #require(try service.userIdentifier(for: mail, in: "iCloud.a"))
        let second = try #require(try service.userIdentifier(for: mail, in: "iCloud.b"))
        #expect(first != second)
        #expect(try service.userIdentifier(for: "com.other.news", in: "iCloud.a") == first)
        try service.applications.uninstall(mail)
        try bench.install(mail)
        #expect(try service.userIdentifier(for: mail, in: "iCloud.a") == first)
    }

    @Test(
        "others find the user after the opt-in only, in that container only, until it is taken back"
    )
    func discovery() throws {
        try bench.install(mail)
        let (service, users) = (bench.service, bench.service.users)
        let known = try service.userIdentifier(for: mail, in: "iCloud.a")
        _ = try service.userIdentifier(for: mail, in: "iCloud.b")
        #expect(try service.discoverableUserIdentifier(for: mail, in: "iCloud.a") == nil)
        try users.setDiscoverable(true, in: "iCloud.a")
        #expect(try users.isDiscoverable(in: "iCloud.a"))
        #expect(try service.discoverableUserIdentifier(for: mail, in: "iCloud.a") == known)
        #expect(try service.discoverableUserIdentifier(for: mail, in: "iCloud.b") == nil)
        try users.setDiscoverable(false, in: "iCloud.a")
        #expect(try service.discoverableUserIdentifier(for: mail, in: "iCloud.a") == nil)
        #expect(try service.userIdentifier(for: mail, in: "iCloud.a") == known)
    }

    @Test("nobody signed in has none")
    func signedOut() throws {
        try bench.install(mail)
        try bench.service.users.setDiscoverable(true, in: "iCloud.a")
        try bench.service.setSettings(IdentifierSettings(account: .signedOut))
        #expect(try bench.service.userIdentifier(for: mail, in: "iCloud.a") == nil)
        #expect(try bench.service.discoverableUserIdentifier(for: mail, in: "iCloud.a") == nil)
        #expect(try bench.service.ledger.entries().map(\.result) == [.nothing, .nothing])
    }

    @Test("odd names of containers are refused", arguments: ["", "a\u{1}"])
    func oddNames(name: String) throws {
        try bench.install(mail)
        let refusals = [
            refused { try bench.service.userIdentifier(for: mail, in: name) },
            refused { try bench.service.users.setDiscoverable(true, in: name) },
            refused { try bench.service.users.isDiscoverable(in: name) },
        ]
        #expect(refusals.allSatisfy { $0?.code == .invalidArgument })
    }
}
