import DeviceIdentifiers
import DeviceSimulation
import Foundation
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import Synchronization
import TestSupport
import Testing
import UserNotificationsCompatibility

@Suite("Code written against Apple's names, on a device")
struct DeviceTests {
    /// An app's delegate, which notes what it hears.
    private final class Delegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
        let heard = Mutex<[String]>([])

        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            willPresent notification: UNNotification
        ) async -> UNNotificationPresentationOptions {
            heard.withLock { $0.append("present \(notification.request.content.body)") }
            return [.alert]
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            didReceive response: UNNotificationResponse
        ) async {
            let text = (response as? UNTextInputNotificationResponse)?.userText ?? "-"
            let body = response.notification.request.content.body
            heard.withLock { $0.append("\(response.actionIdentifier) \(text) \(body)") }
        }
    }

    /// A delegate that calls each handler twice.
    private final class HastyDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            willPresent notification: UNNotification,
            withCompletionHandler completionHandler:
                @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler([.banner])
            completionHandler([])
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            completionHandler()
            completionHandler()
        }
    }

    /// A delegate that calls no handler.
    private final class ForgetfulDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            willPresent notification: UNNotification,
            withCompletionHandler completionHandler:
                @escaping (UNNotificationPresentationOptions) -> Void
        ) {}

        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {}
    }

    /// A delegate that keeps what it gets.
    private final class Keeper: NSObject, UNUserNotificationCenterDelegate, Sendable {
        let responses = Mutex<[UNNotificationResponse]>([])

        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            didReceive response: UNNotificationResponse
        ) async {
            responses.withLock { $0.append(response) }
        }
    }

    private let device: SimulatedDevice
    private let mail: BundleIdentifier

    init() throws {
        device = try .make()
        mail = try BundleIdentifier("com.example.mail")
        try device.identifiers().applications.install(NewApplication(mail))
    }

    private func app(_ answer: NotificationAnswer = .granted) -> AppNotifications {
        AppNotifications(device.notifications.center(of: mail)) { answer }
    }

    private func request(_ identifier: String, _ body: String) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.body = body
        content.categoryIdentifier = "message"
        content.threadIdentifier = "talk"
        return UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
    }

    @Test("what an app adds is on the device, and what it removes is gone from there")
    func adding() async throws {
        try await UNUserNotificationCenter.withCurrent(app()) {
            let center = UNUserNotificationCenter.current()
            #expect(try await center.requestAuthorization(options: [.alert, .badge]))
            try await center.add(request("a", "hello"))
            try await center.setBadgeCount(3)
            #expect(await center.deliveredNotifications().map(\.request.content.body) == ["hello"])
            #expect(await center.notificationSettings().soundSetting == .notSupported)
            #expect(try device.notifications.center(of: mail).badge() == 3)
            center.removeDeliveredNotifications(withIdentifiers: ["a"])
        }
        #expect(try device.notifications.center(of: mail).delivered().isEmpty)
    }

    @Test("code that asks for the center runs with the app that is current")
    func current() async throws {
        let request = request("a", "hello")
        try device.notifications.center(of: mail).requestAuthorization([.alert, .provisional])
        let app = AppNotifications(device.notifications.center(of: mail))
        try await UNUserNotificationCenter.withCurrent(app) {
            try await UNUserNotificationCenter.current().add(request)
        }
        #expect(try device.notifications.center(of: mail).delivered().count == 1)
    }

    @Test("N-6: who was refused gets the error that Apple's code looks for")
    func refused() async throws {
        try await UNUserNotificationCenter.withCurrent(app(.denied)) {
            let center = UNUserNotificationCenter.current()
            let isGranted = try await center.requestAuthorization(options: [.alert])
            #expect(!isGranted)
            _ = await #expect {
                try await center.add(request("a", "hello"))
            } throws: { error in
                (error as? UNError)?.code == .notificationsNotAllowed
            }
        }
    }

    @Test("an app that is not installed is told so")
    func notInstalled() async throws {
        let other = device.notifications.center(of: try BundleIdentifier("com.example.other"))
        await UNUserNotificationCenter.withCurrent(AppNotifications(other)) {
            _ = await #expect {
                try await UNUserNotificationCenter.current().requestAuthorization(options: [])
            } throws: { error in
                (error as? ProtectionError)?.code == .notFound
            }
        }
    }

    /// A push in the foreground of an app that may notify, and has a delegate.
    private func push(
        to app: AppNotifications,
        _ delegate: any UNUserNotificationCenterDelegate
    ) async throws -> PushOutcome {
        try await UNUserNotificationCenter.withCurrent(app) {
            let center = UNUserNotificationCenter.current()
            center.delegate = delegate
            _ = try await center.requestAuthorization(options: [.alert])
        }
        let payload = try RemotePayload(reading: Array(#"{"aps":{"alert":"hi"}}"#.utf8), .init())
        return try await app.pushInForeground(payload)
    }

    @Test("N-66: the delegate decides how a push shows in the foreground")
    func foreground() async throws {
        let (app, delegate) = (app(), Delegate())
        #expect(try await push(to: app, delegate).presentation.contains(.banner))
        #expect(delegate.heard.withLock { $0 } == ["present hi"])
    }

    @Test("of a delegate that calls its handler twice the first answer counts")
    func twice() async throws {
        let (app, delegate) = (app(), HastyDelegate())
        let outcome = try await push(to: app, delegate)
        #expect(outcome.presentation == [.banner, .list])
        try device.notifications.respond(to: try #require(outcome.identifier), of: mail)
        try await app.deliverResponses()
    }

    @Test("a delegate that drops its handler has answered with nothing", .timeLimit(.minutes(30)))
    func forgetful() async throws {
        let (app, delegate) = (app(), ForgetfulDelegate())
        let outcome = try await push(to: app, delegate)
        #expect(outcome.presentation == .list)
        try device.notifications.respond(to: try #require(outcome.identifier), of: mail)
        try await app.deliverResponses()
        withExtendedLifetime(delegate) {}
    }

    @Test(
        "what the delegate gets of a response has the date of its delivery, and what the cover says",
        arguments: [false, true]
    )
    func respondedTo(isLocked: Bool) async throws {
        let (app, delegate) = (app(), Keeper())
        let before = Date(timeIntervalSince1970: Double(device.clock.wallTime().seconds))
        try await UNUserNotificationCenter.withCurrent(app) {
            let center = UNUserNotificationCenter.current()
            center.delegate = delegate
            _ = try await center.requestAuthorization(options: [.alert])
            center.setNotificationCategories([
                UNNotificationCategory(
                    identifier: "message",
                    actions: [UNNotificationAction(identifier: "later", title: "Later")],
                    intentIdentifiers: []
                )
            ])
            try await center.add(request("a", "one"))
        }
        device.advance(by: .seconds(60))
        if isLocked { try device.lock() }
        try device.notifications.respond(to: "a", of: mail, action: "later")
        try await app.deliverResponses()
        let responses = delegate.responses.withLock { $0 }
        let notification = try #require(responses.first).notification
        #expect(notification.date.timeIntervalSince(before) < 2)
        #expect(notification.request.content.categoryIdentifier == "message")
        #expect(notification.request.content.threadIdentifier == "talk")
        #expect(notification.request.content.body == (isLocked ? "" : "one"))
    }

    @Test("N-63: the delegate gets what was typed while locked, without what is locked")
    func responses() async throws {
        let (app, delegate) = (app(), Delegate())
        try await UNUserNotificationCenter.withCurrent(app) {
            let center = UNUserNotificationCenter.current()
            center.delegate = delegate
            _ = try await center.requestAuthorization(options: [.alert])
            let reply = UNTextInputNotificationAction(
                identifier: "reply",
                title: "Reply",
                textInputButtonTitle: "Send",
                textInputPlaceholder: ""
            )
            center.setNotificationCategories([
                UNNotificationCategory(
                    identifier: "message",
                    actions: [reply],
                    intentIdentifiers: []
                )
            ])
            try await center.add(request("a", "one"))
            try await center.add(request("b", "two"))
        }
        let notifications = device.notifications
        try notifications.respond(to: "a", of: mail, action: "reply", text: "yes")
        try await app.deliverResponses()
        try device.lock()
        try notifications.respond(to: "b", of: mail, action: "reply", text: "no")
        try await app.deliverResponses()
        try await app.deliverResponses()
        #expect(delegate.heard.withLock { $0 } == ["reply yes one", "reply no "])
    }
}
