import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import TestSupport
import Testing

@Suite("A sealed push opens once, and what it says is not lost (rows N-46, N-50 to N-52)")
struct ReplayRows {
    private let secret = "The code is 2580"

    private func sealed(
        _ registration: PushRegistration,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication,
        expires: Timestamp? = nil,
        level: NotificationContent.InterruptionLevel = .active
    ) throws -> String {
        var content = NotificationContent(title: "Ann", body: secret)
        content.interruptionLevel = level
        content.badge = 4
        let message = PushMessage(
            content,
            sent: Timestamp(seconds: 100),
            expires: expires,
            sequence: 1,
            identifier: "m"
        )
        return try SealedPush.seal(message, to: registration, as: protection, .init()).text
    }

    private func push(_ text: String, to phone: NotifiedPhone) async throws -> PushOutcome {
        let payload = try phone.payload(
            "New message",
            outside: #","encrypted-content":"\#(text)""#
        )
        return try await phone.notifications.push(payload, to: phone.mail)
    }

    /// A locked device, and what is sealed to its class A key.
    private func locked(
        expires: Duration? = nil,
        level: NotificationContent.InterruptionLevel = .active
    ) throws -> (NotifiedPhone, String) {
        let phone = try NotifiedPhone(previews: .always)
        let now = phone.device.clock.wallTime().seconds
        let text = try sealed(
            phone.center.register([.complete]),
            as: .complete,
            expires: expires.map { Timestamp(seconds: now + $0.components.seconds) },
            level: level
        )
        try phone.enter(.locked)
        return (phone, text)
    }

    @Test("what comes twice while it cannot be opened is there once when it can")
    func twiceWhileLocked() async throws {
        let (phone, text) = try locked()
        for _ in 0..<2 {
            #expect(try await push(text, to: phone).refusal?.code == .protectedDataUnavailable)
        }
        try phone.device.unlock()
        #expect(try phone.bodies() == [secret])
    }

    @Test("what is past its time when it can be opened is dropped")
    func expiredWhileLocked() async throws {
        let (phone, text) = try locked(expires: .seconds(10))
        _ = try await push(text, to: phone)
        phone.device.advance(by: .seconds(60))
        try phone.device.unlock()
        #expect(try phone.bodies() == [])
    }

    @Test("what is opened at the unlock needs the same entitlements, and sets the badge")
    func entitlement() async throws {
        let (phone, text) = try locked(level: .critical)
        _ = try await push(text, to: phone)
        try phone.device.unlock()
        #expect(try phone.center.delivered().first?.cover.interruptionLevel == .active)
        #expect(try phone.center.badge() == 4)
    }

    @Test("an old key opens no longer than it may, whoever looks first")
    func oldKey() throws {
        let phone = try NotifiedPhone(previews: .always)
        let text = try sealed(phone.center.register())
        let payload = try phone.payload(outside: #","encrypted-content":"\#(text)""#)
        _ = try phone.center.rotateKeys()
        phone.device.advance(by: .seconds(31 * 24 * 3_600))
        try phone.device.unlock()
        #expect(refusal { try phone.center.open(payload) } == .authenticationFailure)
    }

    @Test("a sender who was replaced and comes back goes on counting")
    func senderReturns() async throws {
        let arena = SecureArena()
        func key(_ seed: UInt64) throws -> SecureBytes {
            try SecureBytes(count: 32, group: .transit, arena: arena) {
                SeededRandomSource(seed: seed).fill(&$0)
            }
        }
        let own = try key(7)
        let (sender, other) = try (X25519.publicKey(of: own), X25519.publicKey(of: key(8)))
        let phone = try NotifiedPhone(previews: .always)
        let registration = try phone.center.register(sender: sender)
        let message = PushMessage(
            NotificationContent(body: "x"),
            sent: Timestamp(seconds: 1),
            sequence: 5,
            identifier: ""
        )
        let text = try SealedPush.seal(message, to: registration, .init(), from: own).text
        #expect(try await push(text, to: phone).ending == .delivered)
        _ = try phone.center.register(sender: other)
        _ = try phone.center.register(sender: sender)
        #expect(try await push(text, to: phone).ending == .repeated)
    }

    @Test("a private key that belongs to no pair goes")
    func strayKey() throws {
        let phone = try NotifiedPhone()
        _ = try phone.center.register()
        let store = try #require(try phone.device.documents.existing())
        let stray = DevicePath("/Notifications/com.example.mail/01020304.key")
        try store.write([UInt8](repeating: 1, count: 32), to: stray)
        try phone.notifications.advance()
        #expect(try phone.classes(".key") == [.completeUntilFirstUserAuthentication])
    }

    @Test("what a full disk keeps from being delivered can come again")
    func fullDisk() async throws {
        var (nth, count) = (0, 1)
        while nth < count {
            let trial = try FaultyDevice()
            let phone = try NotifiedPhone(trial.device, previews: .always)
            let text = try sealed(phone.center.register())
            trial.faults.install(FaultPlan([.nth(nth, .write): .diskFull]))
            let outcome = try? await push(text, to: phone)
            count = trial.faults.callCount(of: .write)
            trial.faults.install(FaultPlan())
            if outcome == nil { _ = try await push(text, to: phone) }
            #expect(try phone.bodies() == [secret], "write \(nth)")
            nth += 1
        }
    }
}
