public import Foundation
import ProtectedNotifications
import ProtectionModel
import Synchronization

/// An app's notifications: those of the device that is current.
///
/// Calls whose form has no error, and which have no device, answer with nothing. Apple's ends the process where
/// there is no app.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    // It holds nothing: each call looks for the current device.
    private static let shared = UNUserNotificationCenter()
    /// One after the other, as Apple's are.
    private static let handlers = DispatchQueue(label: "UNUserNotificationCenter.handlers")

    private override init() { super.init() }

    /// The center of the app.
    open class func current() -> UNUserNotificationCenter { shared }

    /// Who hears of what comes; it is not kept.
    ///
    /// Where the device is merely the current one of a test nobody calls it, and it is forgotten at once.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { Self.backend?.delegate.value }
        set { Self.backend?.delegate.value = newValue }
    }

    /// Whether an app can draw its notifications: not here.
    open var supportsContentExtensions: Bool { false }

    // MARK: What the user allows

    /// Asks the user, who is asked once.
    @preconcurrency
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let answer = answer { try $0.requestAuthorization(options) }
        Self.later {
            switch answer {
            case .success(let isGranted): completionHandler(isGranted, nil)
            case .failure(let error): completionHandler(false, error)
            }
        }
    }

    /// Asks the user, who is asked once.
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try answer { try $0.requestAuthorization(options) }.get()
    }

    /// Tells what the user allows.
    @preconcurrency
    open func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        let settings = settings
        Self.later { completionHandler(settings) }
    }

    /// What the user allows.
    open func notificationSettings() async -> UNNotificationSettings { settings }

    private var settings: UNNotificationSettings {
        UNNotificationSettings((try? answer { try $0.settings() }.get()) ?? NotificationSettings())
    }

    // MARK: Categories

    /// Takes the place of all that were set before; those that are not allowed are left out.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        // A set has no order, and a device's file should be the same each time.
        let sorted = categories.sorted { $0.identifier < $1.identifier }
        _ = answer { try $0.setCategories(sorted.compactMap { try? NotificationCategory($0) }) }
    }

    /// Tells those that were set last.
    @preconcurrency
    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        let categories = categories
        Self.later { completionHandler(categories) }
    }

    /// Those that were set last.
    open func notificationCategories() async -> Set<UNNotificationCategory> { categories }

    private var categories: Set<UNNotificationCategory> {
        Set(list { try $0.categories() }.map { UNNotificationCategory($0) })
    }

    // MARK: Requests that wait

    /// Takes a request in, in the place of one with its identifier.
    @preconcurrency
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let answer = answer { try $0.add(NotificationRequest(request)) }
        guard let completionHandler else { return }
        Self.later { completionHandler(answer.failure) }
    }

    /// Takes a request in, in the place of one with its identifier.
    open func add(_ request: UNNotificationRequest) async throws {
        try answer { try $0.add(NotificationRequest(request)) }.get()
    }

    /// Tells those that wait.
    @preconcurrency
    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        let requests = pending
        Self.later { completionHandler(requests) }
    }

    /// Those that wait.
    open func pendingNotificationRequests() async -> [UNNotificationRequest] { pending }

    private var pending: [UNNotificationRequest] {
        list { try $0.pending() }.map { UNNotificationRequest($0) }
    }

    /// Takes out those that wait and have these identifiers.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        _ = answer { try $0.removePending(Set(identifiers)) }
    }

    /// Takes out those that wait.
    open func removeAllPendingNotificationRequests() {
        _ = answer { try $0.removePending(nil) }
    }

    // MARK: Notifications that have come

    /// Tells those that have come and are still there.
    @preconcurrency
    open func getDeliveredNotifications(
        completionHandler: @escaping @Sendable ([UNNotification]) -> Void
    ) {
        let notifications = delivered
        Self.later { completionHandler(notifications) }
    }

    /// Those that have come and are still there.
    open func deliveredNotifications() async -> [UNNotification] { delivered }

    private var delivered: [UNNotification] {
        list { try $0.delivered() }.map { UNNotification($0) }
    }

    /// Destroys those that have come and have these identifiers.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        _ = answer { try $0.removeDelivered(Set(identifiers)) }
    }

    /// Destroys those that have come.
    open func removeAllDeliveredNotifications() {
        _ = answer { try $0.removeDelivered(nil) }
    }

    // MARK: The badge

    /// Puts a number on the app's icon; 0 takes it away.
    @preconcurrency
    open func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let answer = setBadge(newBadgeCount)
        guard let completionHandler else { return }
        Self.later { completionHandler(answer.failure) }
    }

    /// Puts a number on the app's icon; 0 takes it away.
    open func setBadgeCount(_ newBadgeCount: Int) async throws {
        try setBadge(newBadgeCount).get()
    }

    private func setBadge(_ count: Int) -> Result<Void, any Error> {
        guard count >= 0 else { return .failure(UNError(.badgeInputInvalid)) }
        return answer { try $0.setBadge(count) }
    }

    // MARK: The current device

    private func answer<Value>(
        _ body: (any NotificationCenterBackend) throws -> Value
    ) -> Result<Value, any Error> {
        guard let backend = Self.backend else {
            return .failure(
                ProtectionError(
                    .notFound,
                    "no device has notifications for this code: it runs outside of "
                        + "UNUserNotificationCenter.withCurrent(_:operation:) and of a TestDevice, and "
                        + "UNUserNotificationCenter.setFallback(_:) was not called"
                )
            )
        }
        return Result { try body(backend) }.mapError { error in
            (error as? ProtectionError)?.asApps ?? error
        }
    }

    private func list<Element>(
        _ body: (any NotificationCenterBackend) throws -> [Element]
    ) -> [Element] {
        (try? answer(body).get()) ?? []
    }

    /// Calls a handler on another queue, where the device of the caller is current, too.
    private static func later(_ body: @escaping @Sendable () -> Void) {
        let backend = ofTask
        let work = CurrentApplication.carrying(body)
        handlers.async { $ofTask.withValue(backend, operation: work) }
    }
}

extension Result where Failure == any Error {
    fileprivate var failure: (any Error)? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

/// Which device's notifications the center has.
extension UNUserNotificationCenter {
    @TaskLocal private static var ofTask: (any NotificationCenterBackend)?
    private static let fallback = Mutex<(any NotificationCenterBackend)?>(nil)

    /// Those of the task, also where a test has made a device current; else those of the process, else those of
    /// the only device of a test; nil without any.
    static var backend: (any NotificationCenterBackend)? {
        ofTask ?? CurrentApplication.center.map { AppNotifications($0) }
            ?? fallback.withLock { $0 }
            ?? CurrentApplication.guessCenter("UNUserNotificationCenter.current()")
            .map { AppNotifications($0) }
    }

    /// Runs `operation` with notifications for the calls it makes, on this thread, in its child tasks and
    /// in the handlers of these calls.
    ///
    /// Threads and queues that it starts itself do not know of them: for these there is
    /// ``setFallback(_:)``.
    ///
    /// - Throws: what `operation` throws.
    public static func withCurrent<Result>(
        _ app: AppNotifications,
        operation: () throws -> Result
    ) rethrows -> Result {
        try $ofTask.withValue(app) { try operation() }
    }

    /// Runs `operation` with notifications for the calls it makes and its child tasks make.
    ///
    /// - Throws: what `operation` throws.
    public static func withCurrent<Result>(
        _ app: AppNotifications,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $ofTask.withValue(app, operation: operation, isolation: isolation)
    }

    /// Gives calls outside of ``withCurrent(_:operation:)`` notifications, in the whole process; nil takes
    /// them away again.
    public static func setFallback(_ app: AppNotifications?) {
        fallback.withLock { $0 = app }
    }

    // The same for any backend.

    package static func setFallback(_ backend: any NotificationCenterBackend) {
        fallback.withLock { $0 = backend }
    }

    package static func withCurrent<Result>(
        _ backend: any NotificationCenterBackend,
        operation: () throws -> Result
    ) rethrows -> Result {
        try $ofTask.withValue(backend) { try operation() }
    }

    package static func withCurrent<Result>(
        _ backend: any NotificationCenterBackend,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $ofTask.withValue(backend, operation: operation, isolation: isolation)
    }
}

/// What the system's side tells the app.
extension UNUserNotificationCenter {
    /// Asks the delegate of a device's app how a notification shows in the foreground (N-66).
    package static func willPresent(
        _ notification: UNNotification,
        of backend: any NotificationCenterBackend,
        answer: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        withCurrent(backend) {
            guard let delegate = backend.delegate.value else { return answer([]) }
            delegate.userNotificationCenter(
                shared,
                willPresent: notification,
                withCompletionHandler: answer
            )
        }
    }

    /// Tells the delegate of a device's app what the user did.
    package static func didReceive(
        _ response: UNNotificationResponse,
        of backend: any NotificationCenterBackend,
        done: @escaping @Sendable () -> Void
    ) {
        withCurrent(backend) {
            guard let delegate = backend.delegate.value else { return done() }
            delegate.userNotificationCenter(
                shared,
                didReceive: response,
                withCompletionHandler: done
            )
        }
    }
}
