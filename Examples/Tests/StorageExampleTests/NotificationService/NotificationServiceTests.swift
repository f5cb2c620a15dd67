import DeviceIdentifiers
import Foundation
import ProtectedFoundation
import ProtectedNotifications
import ProtectionTesting
import Testing

@Suite("Example: a notification service extension that meets a locked key")
struct NotificationServiceTests {
    private static let secret = "Meet me at the harbour"

    /// What the app's server sends: sealed under the key 42.
    private let payload: RemotePayload

    init() throws {
        let sealed = Data(Self.secret.utf8.map { $0 ^ 42 }).base64EncodedString()
        let json = """
            {"aps":{"alert":"Encrypted","mutable-content":1},"encrypted-content":"\(sealed)"}
            """
        payload = try RemotePayload(reading: Array(json.utf8), RemotePayload.Headers())
    }

    private static func saveKey(
        _ device: TestDevice,
        _ options: Data.WritingOptions = .completeFileProtectionUntilFirstUserAuthentication
    ) throws {
        try device.fileManager.write(
            Data([42]),
            to: device.documentURL("push.key"),
            options: options
        )
    }

    @Test("mended: at no step is the key lost, a handler forgotten or the secret shown")
    func aPushAtEveryStep() async throws {
        try await runServiceAtEveryStep(
            { CarefulService(fileManager: $0.fileManager, folder: $0.documentURL()) },
            for: payload
        ) { device in
            try Self.saveKey(device)
        } verifying: { run, device in
            #expect(!run.shown.contains(Self.secret))
            try device.unlock()
            let key = try device.fileManager.data(contentsOf: device.documentURL("push.key"))
            #expect(key == Data([42]))
        }
    }

    @Test("mended: with previews it shows the secret where it can, and something where it cannot")
    func previews() async throws {
        try await runServiceAtEveryStep(
            { CarefulService(fileManager: $0.fileManager, folder: $0.documentURL()) },
            for: payload
        ) { device in
            try Self.saveKey(device)
            try device.allowNotifications(previews: .always)
        } verifying: { run, device in
            switch run.disturbance {
            case .nothing: #expect(run.shown == "Ann\n" + Self.secret)
            case .beforeFirstUnlock: #expect(run.shown == "Ann\nYou have a new message")
            case .killedAtStart: #expect(run.shown == "Encrypted")
            default: #expect(run.outcome.notes.isEmpty)
            }
        }
    }

    @Test("caught: a push while locked replaces the key, and one that takes long stays sealed")
    func careless() async {
        await expectFailure(
            containing: "push.key' was replaced, although it was merely locked",
            "time is up before `open /Documents/push.key`: the handler was called only after the end",
            "time is up before `read /Documents/push.key`: the handler was called only after the end"
        ) {
            try await runServiceAtEveryStep(
                { CarelessService(fileManager: $0.fileManager, folder: $0.documentURL()) },
                for: payload
            ) { device in
                // As an older version of the app did.
                try Self.saveKey(device, .completeFileProtection)
            }
        }
    }

    @Test(
        "what a push shows in each lock state",
        .inEachLockState {
            try NotificationServiceTests.saveKey($0)
            try $0.allowNotifications()
        }
    )
    func shows() async throws {
        let device = try TestDevice.current
        try await device.push(payload) {
            CarefulService(fileManager: $0.fileManager, folder: $0.documentURL())
        }
        let isUnlocked = try device.isProtectedDataAvailable
        let text = try device.lockScreen.text
        #expect(text == (isUnlocked ? "Ann\n" + Self.secret : "Notification"))
    }
}
