import DeviceIdentifiers
import Foundation
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import TestSupport
import Testing

@Suite("The notifications of a test device")
struct NotificationTests {
    private let secret = "The code is 2580"

    private func payload() throws -> RemotePayload {
        try RemotePayload(
            reading: Array(#"{"aps":{"alert":{"title":"Ann","body":"\#(secret)"}}}"#.utf8),
            .init()
        )
    }

    private func center(_ device: TestDevice) -> UserNotificationCenter {
        device.notifications.center(of: device.container.application)
    }

    @Test("N-19: what previews hide is within no thief's reach once the device is locked")
    func reach() async throws {
        let device = try TestDevice { try $0.allowNotifications() }
        try await device.push(payload())
        let paths = try device.reachablePlaintexts().paths(containing: secret)
        #expect(paths.count == 1)
        #expect(
            paths.allSatisfy {
                $0.description.hasPrefix("/Library/UserNotifications/com.example.app/")
            }
        )
        try device.lock()
        #expect(try device.reachablePlaintexts().paths(containing: secret) == [])
        #expect(try device.reachablePlaintexts().paths(containing: "Ann") == [])
        #expect(try device.lockScreen.text == "Notification")
    }

    @Test("private keys of sealed pushes are not among what can be looked at")
    func keys() throws {
        let device = try TestDevice { try $0.allowNotifications() }
        _ = try center(device).register([.complete, .completeUntilFirstUserAuthentication])
        let files = try device.reachablePlaintexts().files
        #expect(files.contains { $0.path.description.hasSuffix("/push.json") })
        #expect(!files.contains { $0.path.description.hasSuffix(".key") })
    }

    @Test("outlive a power loss, as the keychain does")
    func crash() async throws {
        let device = try TestDevice { try $0.allowNotifications(previews: .always) }
        let notifications = device.notifications
        try await device.push(payload())
        try device.crash()
        #expect(try device.lockScreen.text == "")
        try device.unlock()
        #expect(try device.lockScreen.text == "Ann\n" + secret)
        #expect(try notifications.screen(at: .center) == device.notifications.screen(at: .center))
    }

    @Test("what comes before the first unlock shows on the lock screen until the next restart")
    func early() async throws {
        let device = try TestDevice(in: .beforeFirstUnlock) {
            try $0.allowNotifications(previews: .always)
        }
        try await device.push(payload())
        #expect(try device.lockScreen.text == "Ann\n" + secret)
        #expect(try device.reachablePlaintexts().paths(containing: secret) == [])
        try device.reboot()
        #expect(try device.lockScreen.text == "")
    }

    @Test("outlive the object of their device")
    func alone() throws {
        let notifications = try TestDevice { try $0.allowNotifications() }.notifications
        #expect(try notifications.screen(at: .center).entries == [])
    }

    @Test("N-58: what is due comes when the clock is moved, and nothing before")
    func due() throws {
        let device = try TestDevice { try $0.allowNotifications(previews: .always) }
        let request = try NotificationRequest(
            "tea",
            NotificationContent(body: "Tea is ready"),
            .interval(.seconds(300), repeats: false)
        )
        try center(device).add(request)
        device.advance(by: .seconds(299))
        #expect(try device.reachablePlaintexts().paths(containing: "Tea is ready").count == 1)
        #expect(try device.lockScreen.text == "")
        device.advance(by: .seconds(1))
        // Without another look: it has moved from what waits to what came.
        let paths = try device.reachablePlaintexts().paths(containing: "Tea is ready")
        #expect(paths.count == 1 && !paths[0].description.hasSuffix("pending.json"))
        #expect(try device.lockScreen.text == "Tea is ready")
    }

    @Test("a push runs the extension it is given, and says how that ended")
    func extensionOfPush() async throws {
        let device = try TestDevice(in: .locked) { device in
            try ExampleApp(device: device).install(keyClass: .complete)
            try device.allowNotifications(previews: .always)
        }
        let outcome = try await device.push(ExampleApp.payload()) {
            ExampleApp(device: $0).careful()
        }
        #expect(outcome.ending == .delivered)
        #expect(try device.lockScreen.text == "Chat\n" + ExampleApp.fallback)
        // What the system did is not what the app did.
        let lines = device.timeline.entries.map(\.what).drop { !$0.contains("a push comes") }
        #expect(
            Array(lines) == [
                "== a push comes for com.example.app", "== the service extension starts",
                "open /Documents/key", "== the service extension answers",
            ]
        )
    }

    @Test("an extension that has run keeps no device alive")
    func release() async throws {
        weak var gone: TestDevice?
        do {
            let device = try TestDevice { device in
                try ExampleApp(device: device).install()
                try device.allowNotifications()
            }
            try await device.push(ExampleApp.payload()) { ExampleApp(device: $0).careful() }
            gone = device
        }
        // Its thread may take a moment to end.
        for _ in 0..<1_000 where gone != nil { await Task.yield() }
        #expect(gone == nil)
    }

    @Test(
        "the trait for each lock state works with them as it is",
        .inEachLockState { try $0.allowNotifications() }
    )
    func eachState() async throws {
        let device = try TestDevice.current
        try await device.push(payload())
        let isHidden = try !device.isProtectedDataAvailable
        #expect(try device.lockScreen.text == (isHidden ? "Notification" : "Ann\n" + secret))
        let reach = try device.reachablePlaintexts().paths(containing: secret)
        let isReadable = try device.isReadable(.complete)
        #expect(reach.isEmpty != isReadable)
    }

    @Test("the function for each lock state does, too")
    func eachStateAsFunction() async throws {
        let payload = try payload()
        try await inEachLockState {
            try $0.allowNotifications()
        } running: { device in
            try await device.push(payload)
            let delivered = try? center(device).delivered()
            let state = try device.state
            #expect((delivered == nil) == (state == .beforeFirstUnlock))
        }
    }
}
