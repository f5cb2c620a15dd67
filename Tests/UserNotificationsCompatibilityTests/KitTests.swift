import Foundation
import ProtectedNotifications
import ProtectionTesting
import Synchronization
import Testing
import UserNotificationsCompatibility

@Suite("An app's service extension in a run of the test kit")
struct KitTests {
    /// Shows notifications of its own, named for where it does.
    private final class Talkative: UNNotificationServiceExtension {
        let isOnForeignThread: Bool
        var handler: ((UNNotificationContent) -> Void)?

        init(isOnForeignThread: Bool = false) { self.isOnForeignThread = isOnForeignThread }

        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            guard !request.content.title.contains("wait") else {
                handler = contentHandler
                return
            }
            Self.add("call")
            nonisolated(unsafe) let answer = contentHandler
            nonisolated(unsafe) let content = request.content
            UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
                Self.add("handler after \(notifications.count)")
                answer(content)
            }
            guard isOnForeignThread else { return }
            Thread.detachNewThread { Self.add("thread") }
            Thread.sleep(forTimeInterval: 0.2)
        }

        override func serviceExtensionTimeWillExpire() {
            Self.add("end")
            handler?(UNNotificationContent())
        }

        static func add(_ name: String) {
            let content = UNMutableNotificationContent()
            content.body = name
            UNUserNotificationCenter.current().add(
                UNNotificationRequest(identifier: name, content: content, trigger: nil)
            )
        }
    }

    private static func push(_ title: String) throws -> RemotePayload {
        let json = #"{"aps":{"alert":{"title":"\#(title)","body":"b"},"mutable-content":1}}"#
        return try RemotePayload(reading: Array(json.utf8), .init())
    }

    private static func shown(_ device: TestDevice) throws -> Set<String> {
        let center = device.notifications.center(of: device.container.application)
        return Set(try center.delivered().map(\.cover.identifier))
    }

    @Test("its center is that of the device, in what is called and in the center's handlers")
    func pushed() async throws {
        let device = try await TestDevice { (device: TestDevice) async throws in
            try device.allowNotifications()
        }
        let service: TestDevice.ServiceFactory = { _ in AppServiceExtension { Talkative() } }
        try await device.push(Self.push("a"), running: service)
        #expect(try Self.shown(device).isSuperset(of: ["call", "handler after 1"]))
        try await device.push(Self.push("wait"), running: service)
        #expect(try Self.shown(device).contains("end"))
    }

    @Test("its center is that of the device on threads of its own, where that is the only one")
    func foreignThread() async throws {
        await #expect(processExitsWith: .success) {
            let device = try await TestDevice { (device: TestDevice) async throws in
                try device.allowNotifications()
            }
            try await device.push(KitTests.push("a")) { _ in
                AppServiceExtension { Talkative(isOnForeignThread: true) }
            }
            try #require(KitTests.shown(device).contains("thread"))
        }
    }

    @Test("at every step its center is that of the run, and each call a step")
    func everyStep() async throws {
        let shown = Mutex<[ServiceDisturbance: Set<String>]>([:])
        let report = try await runServiceAtEveryStep(
            { _ in AppServiceExtension { Prompt() } },
            for: Self.push("a")
        ) { _ in
        } verifying: { run, device in
            try device.unlock()
            let names = try Self.shown(device).filter { $0 == "call" }
            shown.withLock { $0[run.disturbance, default: []].formUnion(names) }
        }
        #expect(report.failedSteps == [])
        #expect(report.stepCount == 1)
        let seen = shown.withLock { $0 }
        for disturbance in [ServiceDisturbance.nothing, .lock, .timeIsUp, .secondPush] {
            #expect(seen[disturbance] == ["call"], "\(disturbance)")
        }
    }

    /// Shows one, and answers once.
    private final class Prompt: UNNotificationServiceExtension, @unchecked Sendable {
        private let handler = Mutex<(@Sendable () -> Void)?>(nil)

        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            nonisolated(unsafe) let (answer, content) = (contentHandler, request.content)
            handler.withLock { $0 = { answer(content) } }
            Talkative.add("call")
            finish()
        }

        override func serviceExtensionTimeWillExpire() { finish() }

        private func finish() {
            let answer = handler.withLock { handler in
                defer { handler = nil }
                return handler
            }
            answer?()
        }
    }

    @Test("code that a device is current for has its center")
    func whileCurrent() throws {
        let device = try TestDevice { try $0.allowNotifications() }
        device.whileCurrent { Talkative.add("here") }
        #expect(try Self.shown(device) == ["here"])
    }
}
