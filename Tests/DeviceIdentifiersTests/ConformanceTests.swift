import DeviceIdentifiers
import FoundationEssentials
import ProtectionModel
import Testing

/// The rows about identifiers of the conformance table.
@Suite("What the conformance table says about identifiers")
struct ConformanceTests {
    private let bench = IdentifierBench()
    private let mail: BundleIdentifier = "com.example.mail"
    private let news: BundleIdentifier = "com.example.news"

    @Test("row 81: before the first unlock the identifier for vendor is nil, and nothing is made")
    func row81() throws {
        try bench.install(mail)
        let known = try #require(try bench.service.vendorIdentifier(for: mail))
        let contents = try bench.contents()
        bench.isLocked = true
        #expect(try bench.service.vendorIdentifier(for: mail) == nil)
        bench.isLocked = false
        #expect(try bench.contents() == contents)
        #expect(try bench.service.vendorIdentifier(for: mail) == known)
    }

    @Test(
        "row 82: without store and team the vendor is all but the last component, in iOS 6 the first two",
        arguments: [(VendorRule.ios7, "com.a.b"), (.ios6, "com.a")]
    )
    func row82(rule: VendorRule, vendor: String) throws {
        let bench = IdentifierBench(IdentifierSettings(vendorRule: rule))
        let installed = try bench.install("com.a.b.c", .development)
        #expect(installed.vendor.name == vendor)
        #expect(installed.vendor.source == .bundle)
    }

    @Test("row 83: with one of a vendor's two applications reinstalled the identifier is the same")
    func row83() throws {
        try bench.install(mail)
        try bench.install(news)
        let known = try #require(try bench.service.vendorIdentifier(for: mail))
        #expect(try bench.service.vendorIdentifier(for: news) == known)
        try bench.service.applications.uninstall(mail)
        try bench.install(mail)
        #expect(try bench.service.vendorIdentifier(for: mail) == known)
    }

    @Test("row 84: with both deleted and one reinstalled the identifier is new")
    func row84() throws {
        try bench.install(mail)
        try bench.install(news)
        let known = try #require(try bench.service.vendorIdentifier(for: mail))
        try bench.service.applications.uninstall(mail)
        try bench.service.applications.uninstall(news)
        try bench.install(mail)
        let new = try #require(try bench.service.vendorIdentifier(for: mail))
        #expect(new != known)
    }

    @Test("row 85: a TestFlight build and the store's have different identifiers")
    func row85() throws {
        try bench.install(mail, vendor: "Example", .testFlight)
        try bench.install(news, vendor: "Example", .store)
        let trial = try #require(try bench.service.vendorIdentifier(for: mail))
        let store = try #require(try bench.service.vendorIdentifier(for: news))
        #expect(trial != store)
        // The store's build in place of the trial build.
        try bench.install(mail, vendor: "Example", .store)
        #expect(try bench.service.vendorIdentifier(for: mail) == store)
    }

    @Test("row 86: while nobody was asked the advertising identifier is zero")
    func row86() throws {
        try bench.install(mail)
        let reading = try bench.service.advertisingIdentifier(for: mail)
        #expect(reading.identifier.uuidString == "00000000-0000-0000-0000-000000000000")
        #expect(reading.zeroReason == .notDetermined)
        #expect(try bench.service.tracking.status(of: mail) == .notDetermined)
    }

    @Test("row 87: who was authorized before the global switch went off still reads a real one")
    func row87() throws {
        try bench.install(mail)
        try bench.track(mail, .authorized)
        let known = try bench.service.advertisingIdentifier(for: mail)
        try bench.service.tracking.allowRequests(false)
        let reading = try bench.service.advertisingIdentifier(for: mail)
        #expect(reading.zeroReason == nil)
        #expect(reading == known)
    }

    @Test(
        "row 88: in the Simulator, on a Mac and on visionOS it is zero though authorized",
        arguments: [
            (DevicePlatform.simulator, ZeroReason.simulator), (.macOS, .macOS),
            (.visionOS, .visionOS),
        ]
    )
    func row88(platform: DevicePlatform, reason: ZeroReason) throws {
        let bench = IdentifierBench(IdentifierSettings(platform: platform))
        try bench.install(mail)
        if platform != .macOS { try bench.track(mail, .authorized) }
        #expect(try bench.service.tracking.status(of: mail) == .authorized)
        let reading = try bench.service.advertisingIdentifier(for: mail)
        #expect(reading.identifier.uuidString == "00000000-0000-0000-0000-000000000000")
        #expect(reading.zeroReason == reason)
    }

    @Test("row 89: an inactive application gets no prompt and has used none up")
    func row89() throws {
        try bench.install(mail)
        let tracking = bench.service.tracking
        let request = try tracking.request(by: mail, isActive: false)
        #expect(request == .settled(.notDetermined))
        #expect(refused { try tracking.answer(.authorized, to: mail) }?.code == .invalidArgument)
        #expect(try tracking.status(of: mail) == .notDetermined)
        try bench.track(mail, .authorized)
        #expect(try tracking.status(of: mail) == .authorized)
    }

    @Test(
        "row 90: on a restricted account the status is restricted and the identifier zero",
        arguments: [
            IdentifierSettings(account: .child), IdentifierSettings(account: .under18),
            IdentifierSettings(account: .managed), IdentifierSettings(account: .new),
            IdentifierSettings(isTrackingForbidden: true),
        ]
    )
    func row90(settings: IdentifierSettings) throws {
        try bench.install(mail)
        try bench.track(mail, .authorized)
        try bench.service.setSettings(settings)
        let tracking = bench.service.tracking
        #expect(try tracking.status(of: mail) == .restricted)
        #expect(try tracking.request(by: mail) == .settled(.restricted))
        let reading = try bench.service.advertisingIdentifier(for: mail)
        #expect(reading.identifier.uuidString == "00000000-0000-0000-0000-000000000000")
        #expect(reading.zeroReason == .restricted)
        for isAllowed in [false, true] {
            try? tracking.allowRequests(isAllowed)
            #expect(try tracking.areRequestsAllowed())
        }
    }
}
