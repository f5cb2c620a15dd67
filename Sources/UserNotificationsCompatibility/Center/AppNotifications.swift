public import ProtectedNotifications
package import ProtectionModel
import Synchronization

/// An app's notifications on a device, for code that calls `UNUserNotificationCenter.current()`.
///
/// ```swift
/// let app = AppNotifications(device.notifications.center(of: mail))
/// try await UNUserNotificationCenter.withCurrent(app) {
///     try await Reminders().schedule()     // the app's own code
/// }
/// ```
public final class AppNotifications: Sendable {
    private let center: UserNotificationCenter
    private let entitlements: NotificationEntitlements?
    private let asking: @Sendable () -> NotificationAnswer
    package let delegate = WeakDelegate()

    /// Those of a center.
    ///
    /// `entitlements` are what the app's signature has, nil for those that were named before, and `asking` is
    /// the user, who answers the prompt.
    public init(
        _ center: UserNotificationCenter,
        entitlements: NotificationEntitlements? = nil,
        asking: @escaping @Sendable () -> NotificationAnswer = { .granted }
    ) {
        self.center = center
        self.entitlements = entitlements
        self.asking = asking
    }

    /// A push comes while the app is on the screen: its delegate decides how it shows (`willPresent`).
    ///
    /// - Throws: as `DeviceNotifications.push`.
    @discardableResult
    public func pushInForeground(
        _ payload: RemotePayload,
        service: DeviceNotifications.Service? = nil
    ) async throws -> PushOutcome {
        try await center.device.push(
            payload,
            to: center.application,
            service: service,
            foreground: { [self] notification in await presentation(of: notification) }
        )
    }

    private func presentation(
        of notification: DeliveredNotification
    ) async -> NotificationPresentation {
        let options = await withCheckedContinuation {
            (waiting: CheckedContinuation<UNNotificationPresentationOptions, Never>) in
            let answer = FirstAnswer(waiting, without: [])
            UNUserNotificationCenter.willPresent(UNNotification(notification), of: self) {
                answer.give($0)
            }
        }
        var presentation = NotificationPresentation(rawValue: options.rawValue)
        // The older word.
        if options.contains(.alert) { presentation.formUnion([.banner, .list]) }
        return presentation
    }

    /// The app gets what the user did: its delegate's `didReceive`, once for each.
    ///
    /// - Throws: as `UserNotificationCenter.takeResponses`.
    public func deliverResponses() async throws {
        for response in try center.takeResponses() {
            let received = UNNotificationResponse.received(response)
            await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
                let answer = FirstAnswer(waiting, without: ())
                UNUserNotificationCenter.didReceive(received, of: self) { answer.give(()) }
            }
        }
    }
}

/// Whoever waits for a delegate, which may call its handler more than once, or drop it: the first call counts.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value, Never>?>
    private let silence: Value

    /// `silence` is the answer of a delegate that can give none any more.
    init(_ waiting: CheckedContinuation<Value, Never>, without silence: Value) {
        self.waiting = Mutex(waiting)
        self.silence = silence
    }

    deinit { give(silence) }

    func give(_ value: Value) {
        let waiting = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(returning: value)
    }
}

extension AppNotifications: NotificationCenterBackend {
    package func settings() throws -> NotificationSettings { try center.settings() }

    package func requestAuthorization(_ options: UNAuthorizationOptions) throws -> Bool {
        let known = NotificationOptions(rawValue: options.rawValue)
        let request = try center.requestAuthorization(known, entitlements: entitlements)
        if request == .prompting { try center.device.answer(asking(), to: center.application) }
        let authorization = try center.settings().authorization
        return authorization == .authorized || authorization == .provisional
    }

    package func categories() throws -> [NotificationCategory] { try center.categories() }

    package func setCategories(_ categories: [NotificationCategory]) throws {
        try center.setCategories(categories)
    }

    package func add(_ request: NotificationRequest) throws { try center.add(request) }

    package func pending() throws -> [NotificationRequest] { try center.pending().map(\.request) }

    package func removePending(_ identifiers: Set<String>?) throws {
        try center.removePending(identifiers.map(Array.init))
    }

    package func nextDate(of trigger: NotificationTrigger) throws -> Timestamp? {
        try center.device.nextDate(of: trigger)
    }

    package func delivered() throws -> [DeliveredNotification] { try center.delivered() }

    package func removeDelivered(_ identifiers: Set<String>?) throws {
        try center.removeDelivered(identifiers.map(Array.init))
    }

    package func setBadge(_ count: Int) throws { try center.setBadge(count) }
}
