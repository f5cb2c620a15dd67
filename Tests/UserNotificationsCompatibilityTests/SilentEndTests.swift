import Foundation
import ProtectedNotifications
import ProtectionTesting
import Synchronization
import TestSupport
import Testing
import UserNotificationsCompatibility

@Suite("An app's service extension that does nothing when its time is up")
struct SilentEndTests {
    /// Sets the badge twice, and answers; Apple lets it leave the end to the system.
    private class Plain: UNNotificationServiceExtension {
        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            for badge in 1...2 {
                UNUserNotificationCenter.current().setBadgeCount(badge)
            }
            let content = UNMutableNotificationContent()
            content.body = "opened"
            contentHandler(content)
        }
    }

    /// Never answers.
    private final class Silent: UNNotificationServiceExtension {
        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {}
    }

    /// Has a method for the end of the time, which answers nothing.
    private final class Careless: Plain {
        override func serviceExtensionTimeWillExpire() {}
    }

    private let payload: RemotePayload

    init() throws {
        let json = #"{"aps":{"alert":"pushed","mutable-content":1}}"#
        payload = try RemotePayload(reading: Array(json.utf8), .init())
    }

    @Test("one that leaves the end to the system fails nowhere, and is noted once")
    func original() async throws {
        let shown = Mutex<[Int: String]>([:])
        let report = try await runServiceAtEveryStep(
            { _ in AppServiceExtension { Plain() } },
            for: payload
        ) { _ in
        } verifying: { run, _ in
            guard run.disturbance == .timeIsUp else { return }
            shown.withLock { $0[run.step] = run.content?.body }
        }
        #expect(report.failedSteps == [])
        #expect(report.stepCount == 2)
        #expect(shown.withLock { $0 } == [1: "pushed", 2: "pushed", 3: "opened"])
        #expect(
            report.notes == [
                "the service extension does nothing when its time is up: the phone shows what was pushed"
            ]
        )
    }

    @Test("one whose method for the end does not answer fails as before")
    func careless() async throws {
        await expectFailure(containing: "time is up before `") {
            try await runServiceAtEveryStep(
                { _ in AppServiceExtension { Careless() } },
                for: payload
            )
        }
    }

    @Test("one that never answers fails although it leaves the end to the system")
    func silent() async throws {
        await expectFailure(containing: "the handler was never called") {
            try await runServiceAtEveryStep(
                { _ in AppServiceExtension { Silent() } },
                for: payload,
                // Tasks share their threads with all tests that run at this moment.
                timeLimit: .seconds(1_800)
            )
        }
    }
}
