import Foundation
import ProtectedNotifications
import ProtectionModel
import Synchronization
import Testing
import UserNotificationsCompatibility

@Suite("The center of an app's notifications under Apple's name")
struct CenterTests {
    private func request(_ identifier: String) -> UNNotificationRequest {
        UNNotificationRequest(identifier: identifier, content: .init(), trigger: nil)
    }

    @Test("N-2: the user is asked, and the answer is in the settings")
    func asks() async throws {
        let device = FakeDevice()
        try await UNUserNotificationCenter.withCurrent(device) {
            let center = UNUserNotificationCenter.current()
            #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
            let isGranted = try await center.requestAuthorization(options: [.alert, .badge])
            #expect(isGranted)
            #expect(await center.notificationSettings().authorizationStatus == .authorized)
        }
        #expect(device.know(\.asked) == [[.alert, .badge]])
    }

    @Test("requests are added, listed and removed")
    func requests() async throws {
        try await UNUserNotificationCenter.withCurrent(FakeDevice()) {
            let center = UNUserNotificationCenter.current()
            for name in ["a", "b", "c"] { try await center.add(request(name)) }
            center.removePendingNotificationRequests(withIdentifiers: ["b", "x"])
            #expect(await center.pendingNotificationRequests() == [request("a"), request("c")])
            center.removeAllPendingNotificationRequests()
            #expect(await center.pendingNotificationRequests().isEmpty)
        }
    }

    @Test("what has come is listed and removed")
    func delivered() async throws {
        let device = try FakeDevice { state in
            state.delivered = try ["a", "b", "c"].map { try .make($0, NotificationContent()) }
        }
        await UNUserNotificationCenter.withCurrent(device) {
            let center = UNUserNotificationCenter.current()
            center.removeDeliveredNotifications(withIdentifiers: ["a"])
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["b", "c"])
            center.removeAllDeliveredNotifications()
            #expect(await center.deliveredNotifications().isEmpty)
        }
    }

    @Test("categories are set in an order of their own, without those that are not allowed")
    func categories() async {
        let device = FakeDevice()
        await UNUserNotificationCenter.withCurrent(device) {
            let center = UNUserNotificationCenter.current()
            center.setNotificationCategories(
                Set(
                    ["b", "", "a"].map {
                        UNNotificationCategory(identifier: $0, actions: [], intentIdentifiers: [])
                    }
                )
            )
            #expect(await center.notificationCategories().count == 2)
        }
        #expect(device.know { $0.categories.map(\.identifier) } == ["a", "b"])
    }

    @Test("the badge is 0 or more")
    func badge() async throws {
        let device = FakeDevice()
        await UNUserNotificationCenter.withCurrent(device) {
            let center = UNUserNotificationCenter.current()
            await #expect(throws: Never.self) { try await center.setBadgeCount(4) }
            await #expect(throws: UNError(.badgeInputInvalid)) {
                try await center.setBadgeCount(-1)
            }
        }
        #expect(device.know(\.badge) == 4)
    }

    @Test("N-55: a request that is not allowed is refused when it is added")
    func refusal() async {
        await UNUserNotificationCenter.withCurrent(FakeDevice()) {
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 59, repeats: true)
            let request = UNNotificationRequest(
                identifier: "a",
                content: .init(),
                trigger: trigger
            )
            await #expect(throws: ProtectionError(.invalidArgument, "")) {
                try await UNUserNotificationCenter.current().add(request)
            }
        }
    }

    @Test("a failure of the device is the app's error; what has none answers with nothing")
    func failures() async {
        let locked = ProtectionError(.protectedDataUnavailable, "locked")
        let device = FakeDevice { $0.failure = locked }
        await UNUserNotificationCenter.withCurrent(device) {
            let center = UNUserNotificationCenter.current()
            await #expect(throws: ProtectionError(.protectedDataUnavailable, "")) {
                try await center.add(request("a"))
            }
            #expect(await center.pendingNotificationRequests().isEmpty)
            #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        }
    }

    @Test("every handler is called on another queue, where the same device is current")
    func handlers() async {
        let device = FakeDevice()
        let marks = Marks()
        await UNUserNotificationCenter.withCurrent(device) {
            await withCheckedContinuation { continuation in
                nest(request("a"), marks) { continuation.resume() }
            }
        }
        #expect(marks.all == Array(repeating: true, count: 7))
        #expect(device.know { $0.pending.map(\.identifier) } == ["a"])
        #expect(device.know(\.badge) == 1)
    }

    /// Calls each form with a handler from the handler of the one before.
    private func nest(
        _ request: UNNotificationRequest,
        _ marks: Marks,
        done: @escaping @Sendable () -> Void
    ) {
        let center = UNUserNotificationCenter.current()
        center.requestAuthorization(options: .alert) { granted, error in
            marks.mark(granted && error == nil)
            center.add(request) { error in
                marks.mark(error == nil)
                center.setBadgeCount(1) { error in
                    marks.mark(error == nil)
                    nestReading(marks, done: done)
                }
            }
        }
    }

    @Test("N-66: without a delegate, and with one that answers none, nothing is presented")
    func presentsNothing() async throws {
        final class Silent: NSObject, UNUserNotificationCenterDelegate {}
        let device = FakeDevice()
        #expect(try await present(on: device) == [])
        let delegate = Silent()
        UNUserNotificationCenter.withCurrent(device) {
            UNUserNotificationCenter.current().delegate = delegate
        }
        #expect(try await present(on: device) == [])
        withExtendedLifetime(delegate) {}
    }

    private func present(on device: FakeDevice) async throws -> UNNotificationPresentationOptions {
        let notification = UNNotification(try .make("a", NotificationContent(body: "b")))
        return await withCheckedContinuation { continuation in
            UNUserNotificationCenter.willPresent(notification, of: device) {
                continuation.resume(returning: $0)
            }
        }
    }

    private final class Handling: NSObject, UNUserNotificationCenterDelegate {
        nonisolated(unsafe) var text = ""

        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            willPresent notification: UNNotification,
            withCompletionHandler completionHandler:
                @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler(center.delegate === self ? [.banner, .sound] : [])
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            didReceive response: UNNotificationResponse
        ) async {
            text = (response as? UNTextInputNotificationResponse)?.userText ?? "none"
        }
    }

    @Test("a delegate may use handlers or be asynchronous, and is not kept")
    func delegates() async throws {
        let device = FakeDevice()
        var delegate: Handling? = Handling()
        UNUserNotificationCenter.withCurrent(device) {
            UNUserNotificationCenter.current().delegate = delegate
        }
        #expect(try await present(on: device) == [.banner, .sound])
        let response = UNTextInputNotificationResponse(
            UNNotification(try .make("a", NotificationContent())),
            action: "reply",
            text: "yes"
        )
        await withCheckedContinuation { continuation in
            UNUserNotificationCenter.didReceive(response, of: device) { continuation.resume() }
        }
        #expect(delegate?.text == "yes")
        delegate = nil
        #expect(try await present(on: device) == [])
    }
}

/// Whether handlers found what they should, away from the thread that began.
private final class Marks: Sendable {
    private let marks = Mutex<[Bool]>([])
    private nonisolated(unsafe) let thread = Thread.current

    var all: [Bool] { marks.withLock { $0 } }

    func mark(_ isRight: Bool) {
        let isAway = Thread.current !== thread
        marks.withLock { $0.append(isRight && isAway) }
    }
}

private func nestReading(_ marks: Marks, done: @escaping @Sendable () -> Void) {
    let center = UNUserNotificationCenter.current()
    center.getPendingNotificationRequests { requests in
        marks.mark(requests.count == 1)
        center.getDeliveredNotifications { notifications in
            marks.mark(notifications.isEmpty)
            center.getNotificationCategories { categories in
                marks.mark(categories.isEmpty)
                center.getNotificationSettings { settings in
                    marks.mark(settings.authorizationStatus == .authorized)
                    done()
                }
            }
        }
    }
}

/// Serialized, because the fallback is the whole process's.
@Suite("A center without a device", .serialized)
struct CenterWithoutDeviceTests {
    @Test("nothing ends the process: errors name the call to make, and lists are empty")
    func answers() async throws {
        let center = UNUserNotificationCenter.current()
        #expect(await center.pendingNotificationRequests().isEmpty)
        #expect(await center.deliveredNotifications().isEmpty)
        #expect(await center.notificationCategories().isEmpty)
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        #expect(center.delegate == nil && !center.supportsContentExtensions)
        center.removeAllPendingNotificationRequests()
        let request = UNNotificationRequest(identifier: "a", content: .init(), trigger: nil)
        let error = await #expect(throws: ProtectionError.self) { try await center.add(request) }
        #expect(error?.message.contains("UNUserNotificationCenter.withCurrent") == true)
        let (granted, reason) = await withCheckedContinuation { continuation in
            center.requestAuthorization { granted, error in
                continuation.resume(returning: (granted, error is ProtectionError))
            }
        }
        #expect(!granted && reason)
        let minute = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
        #expect(minute.nextTriggerDate() == nil)
    }

    @Test("the fallback is for threads that know of no device")
    func fallback() async {
        let (own, other) = (FakeDevice(), FakeDevice())
        UNUserNotificationCenter.setFallback(other)
        defer { UNUserNotificationCenter.setFallback(nil) }
        await UNUserNotificationCenter.withCurrent(own) {
            UNUserNotificationCenter.current().setBadgeCount(1, withCompletionHandler: nil)
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    UNUserNotificationCenter.current().setBadgeCount(2)
                    continuation.resume()
                }
            }
        }
        #expect(own.know(\.badge) == 1 && other.know(\.badge) == 2)
    }
}
