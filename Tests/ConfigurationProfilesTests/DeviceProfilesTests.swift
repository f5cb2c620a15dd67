import ConfigurationProfiles
import DeviceIdentifiers
import Foundation
import Preferences
import ProtectedStore
import TestSupport
import Testing

@Suite("Profiles, preferences and identifiers of a device")
struct DeviceProfilesTests {
    private static let app = "com.example.app"
    private static let rating = "com.apple.content-rating.MovieRating"

    private let phone: Phone
    private let mail: BundleIdentifier
    private var device: Device { phone.device }

    /// A device that is on and was never unlocked.
    init() throws {
        phone = try Phone()
        mail = try BundleIdentifier("com.example.mail")
    }

    private func unlock() throws { try phone.unlock() }

    private func install(_ type: String, _ settings: [String: PreferenceValue]) throws {
        try device.installProfile(Draft("org.example.a", type, settings).bytes)
    }

    // MARK: Rules that take effect

    /// Stores a default at each event, as apps do when they learn of a lock.
    private func storeAtEvents() throws -> DeviceObservation {
        let preferences = try device.preferences(of: Self.app)
        return device.observe { event in
            #expect(throws: Never.self) {
                try preferences.set(.string("\(event.kind)"), forKey: "last")
            }
        }
    }

    @Test("a profile that ends a grace locks the device, and observers may store defaults")
    func endedGrace() throws {
        try unlock()
        try device.files.write([1], to: "/a", as: .complete)
        let observation = try storeAtEvents()
        try device.lock()
        #expect(try device.files.read("/a") == [1])
        try install("com.apple.mobiledevice.passwordpolicy", ["maxGracePeriod": .integer(0)])
        #expect(refusal { try device.files.read("/a") } == .protectedDataUnavailable)
        #expect(try device.preferences(of: Self.app).value(forKey: "last") != nil)
        withExtendedLifetime(observation) {}
    }

    @Test("locks whose observers store defaults, and profiles that take effect, go on together")
    func locksMeanwhile() async throws {
        try unlock()
        let observation = try storeAtEvents()
        try install("com.apple.mobiledevice.passwordpolicy", ["minLength": .integer(4)])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [device] in
                for _ in 0..<50 { try device.applyProfiles() }
            }
            group.addTask { [device] in
                for _ in 0..<10 {
                    try device.lock(skippingGrace: true)
                    try device.unlock(DevicePasscode(published: "2580"))
                }
            }
            try await group.waitForAll()
        }
        withExtendedLifetime(observation) {}
    }

    @Test("a device without profiles and defaults is known to have none in every lock state")
    func nothingStored() throws {
        #expect(try device.installedProfiles.isEmpty)
        #expect(try device.preferences(of: Self.app).value(forKey: "x") == nil)
    }

    // MARK: Identifiers

    @Test("a device that is off or erased gives no identifiers, and says which")
    func off() throws {
        try device.shutDown()
        #expect(refusal { try device.identifiers } == .deviceOff)
        try device.erase()
        #expect(refusal { try device.identifiers } == .deviceErased)
    }

    @Test("before the first unlock identifiers are unavailable, never none: also on a new device")
    func neverUnlocked() throws {
        #expect(refusal { try device.identifiers } == .protectedDataUnavailable)
        try unlock()
        #expect(try device.identifiers.applications.all().isEmpty)
        try device.reboot()
        #expect(refusal { try device.identifiers } == .protectedDataUnavailable)
    }

    @Test("identifiers that are kept across a restart do not answer either")
    func kept() throws {
        try unlock()
        let identifiers = try device.identifiers
        try identifiers.applications.install(NewApplication(mail, trackingUsage: "why"))
        let vendor = try #require(try identifiers.vendorIdentifier(for: mail))
        try device.reboot()
        #expect(refusal { try identifiers.applications.all() } == .protectedDataUnavailable)
        #expect(refusal { try identifiers.ownIdentifier(of: mail) } == .protectedDataUnavailable)
        #expect(refusal { try identifiers.tracking.status(of: mail) } == .protectedDataUnavailable)
        #expect(refusal { try identifiers.ledger.entries() } == .protectedDataUnavailable)
        #expect(try identifiers.vendorIdentifier(for: mail) == nil)
        try unlock()
        #expect(try device.identifiers.vendorIdentifier(for: mail) == vendor)
        try device.lock(skippingGrace: true)
        #expect(try device.identifiers.vendorIdentifier(for: mail) == vendor)
    }

    @Test("what is not installed has no identifier, and what is not asked for no answer")
    func missing() throws {
        try unlock()
        let identifiers = try device.identifiers
        #expect(refusal { try identifiers.vendorIdentifier(for: mail) } == .notFound)
        #expect(refusal { try identifiers.applications.uninstall(mail) } == .notFound)
        try identifiers.applications.install(NewApplication(mail))
        #expect(refusal { try identifiers.tracking.request(by: mail) } == .invalidArgument)
        #expect(
            refusal { try identifiers.tracking.answer(.authorized, to: mail) } == .invalidArgument
        )
        #expect(try identifiers.ledger.entries().isEmpty)
    }

    @Test("a child's account forbids tracking, and a signed-out one has no user's identifier")
    func accounts() throws {
        try unlock()
        let identifiers = try device.identifiers
        try identifiers.applications.install(NewApplication(mail, trackingUsage: "why"))
        try identifiers.updateSettings { $0.account = .child }
        #expect(try identifiers.tracking.request(by: mail) == .settled(.restricted))
        #expect(refusal { try identifiers.tracking.allowRequests(true) } == .permissionDenied)
        try identifiers.updateSettings { $0.account = .signedOut }
        #expect(try identifiers.userIdentifier(for: mail, in: "iCloud.app") == nil)
    }

    // MARK: Preferences

    @Test("what a profile forces comes before what is stored, and goes with it")
    func forced() throws {
        try unlock()
        let preferences = try device.preferences(of: Self.app)
        try preferences.set(.integer(1000), forKey: Self.rating)
        #expect(try preferences.value(forKey: Self.rating)?.domain == .application)
        try install(Draft.restrictions, ["ratingMovies": .integer(300)])
        let found = try preferences.value(forKey: Self.rating)
        #expect(found == FoundPreference(.integer(300), in: .managed))
        #expect(try device.restrictions.settings["ratingMovies"]?.value == .integer(300))
        try device.removeProfile("org.example.a")
        #expect(try preferences.value(forKey: Self.rating)?.value == .integer(1000))
    }

    @Test("before the first unlock defaults are unreadable, not unset, and are not written")
    func unreadable() throws {
        try unlock()
        try device.preferences(of: Self.app).set(.boolean(true), forKey: "key")
        try install(Draft.restrictions, ["ratingMovies": .integer(300)])
        try device.reboot()
        let preferences = try device.preferences(of: Self.app)
        #expect(refusal { try preferences.value(forKey: "key") } == .defaultsUnreadable)
        #expect(refusal { try preferences.value(forKey: "other") } == .defaultsUnreadable)
        #expect(refusal { try preferences.snapshot() } == .defaultsUnreadable)
        #expect(
            refusal { try preferences.set(.boolean(false), forKey: "key") } == .defaultsUnreadable
        )
        try unlock()
        #expect(try preferences.value(forKey: "key")?.value == .boolean(true))
    }

    @Test(
        "names that no application or suite has are refused",
        arguments: ["", ".a", "a/b", "a\0"]
    )
    func names(name: String) {
        #expect(refusal { try device.preferences(of: name) } == .invalidArgument)
        #expect(
            refusal { try device.preferences(of: Self.app, suites: [name]) } == .invalidArgument
        )
    }

    @Test("an application is no suite of its own")
    func ownSuite() {
        #expect(
            refusal { try device.preferences(of: Self.app, suites: [Self.app]) } == .invalidArgument
        )
    }

    // MARK: Profiles

    @Test("before the first unlock no profile is listed, installed or removed")
    func lockedProfiles() throws {
        let draft = Draft("org.example.a", Draft.restrictions, ["ratingMovies": .integer(300)])
        #expect(refusal { try device.installProfile(draft.bytes) } == .protectedDataUnavailable)
        try unlock()
        try device.installProfile(draft.bytes)
        try device.reboot()
        #expect(refusal { try device.installedProfiles } == .protectedDataUnavailable)
        #expect(refusal { try device.restrictions } == .protectedDataUnavailable)
        #expect(refusal { try device.removeProfile("org.example.a") } == .protectedDataUnavailable)
        #expect(refusal { try device.applyProfiles() } == .protectedDataUnavailable)
        try unlock()
        #expect(try device.installedProfiles.map(\.profile.identifier) == ["org.example.a"])
    }

    @Test("what is not a profile, or is encrypted, is not installed")
    func malformed() throws {
        try unlock()
        var encrypted = Draft("org.example.a", Draft.restrictions, [:])
        encrypted.root["IsEncrypted"] = .boolean(true)
        for bytes in [[], Array("<plist/>".utf8), encrypted.bytes] {
            #expect(refusal { try device.installProfile(bytes) } == .malformedProfile)
        }
        #expect(try device.installedProfiles.isEmpty)
    }

    @Test("a profile that forbids its removal stays, unless it is forced")
    func removal() throws {
        try unlock()
        #expect(refusal { try device.removeProfile("org.example.a") } == .notFound)
        var draft = Draft("org.example.a", Draft.restrictions, ["ratingMovies": .integer(300)])
        draft.root["PayloadRemovalDisallowed"] = .boolean(true)
        try device.installProfile(draft.bytes)
        #expect(refusal { try device.removeProfile("org.example.a") } == .permissionDenied)
        #expect(refusal { try device.installProfile(draft.bytes) } == .permissionDenied)
        #expect(try device.restrictions.settings["ratingMovies"] != nil)
        try device.removeProfile("org.example.a", force: true)
        #expect(try device.installedProfiles.isEmpty)
    }

    @Test(
        "a profile forbids tracking, whatever the user said; so does a value that cannot be used",
        arguments: [PreferenceValue.boolean(true), .string("no"), .integer(2)]
    )
    func tracking(value: PreferenceValue) throws {
        try unlock()
        let identifiers = try device.identifiers
        try identifiers.applications.install(NewApplication(mail, trackingUsage: "why"))
        _ = try identifiers.tracking.request(by: mail)
        try identifiers.tracking.answer(.authorized, to: mail)
        try install(Draft.restrictions, ["forceLimitAdTracking": value])
        #expect(try identifiers.tracking.status(of: mail) == .restricted)
        #expect(try identifiers.advertisingIdentifier(for: mail).zeroReason == .restricted)
        #expect(
            refusal { try identifiers.tracking.answer(.authorized, to: mail) } == .permissionDenied
        )
        try device.removeProfile("org.example.a")
        #expect(try identifiers.tracking.status(of: mail) == .authorized)
    }

    @Test("the next passcode must be as a profile demands, until the profile is gone")
    func passcode() throws {
        try unlock()
        try install(Draft.passcode, ["minLength": .integer(8)])
        let change = {
            try self.device.changePasscode(
                DevicePasscode(published: "2580"),
                to: DevicePasscode(published: "1379")
            )
        }
        #expect(refusal(change) == .passcodePolicy)
        try device.removeProfile("org.example.a")
        #expect(refusal(change) == nil)
    }
}
