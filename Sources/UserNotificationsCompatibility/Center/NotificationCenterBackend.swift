import Foundation
package import ProtectedNotifications
package import ProtectionModel

/// One app's notifications on a device, as `UNUserNotificationCenter` uses them.
///
/// All calls return when they are done. They throw `ProtectionError`, as the center of the device does.
package protocol NotificationCenterBackend: Sendable {
    /// Who hears of what comes and of what the user does; as long as the app.
    var delegate: WeakDelegate { get }

    /// What the user lets the app do.
    func settings() throws -> NotificationSettings
    /// Asks the user, who is asked once; says whether the app may notify.
    func requestAuthorization(_ options: UNAuthorizationOptions) throws -> Bool

    /// Those that were set last.
    func categories() throws -> [NotificationCategory]
    /// Takes the place of all that were set before.
    func setCategories(_ categories: [NotificationCategory]) throws

    /// Takes a request in, in the place of one with its identifier.
    func add(_ request: NotificationRequest) throws
    /// Those that wait.
    func pending() throws -> [NotificationRequest]
    /// Takes out those that wait; nil for all.
    func removePending(_ identifiers: Set<String>?) throws
    /// When a request that is added now is due; nil for never, and for a place.
    func nextDate(of trigger: NotificationTrigger) throws -> Timestamp?

    /// Those that have come and are still there.
    func delivered() throws -> [DeliveredNotification]
    /// Destroys those that have come; nil for all.
    func removeDelivered(_ identifiers: Set<String>?) throws

    /// The number on the app's icon; 0 takes it away.
    func setBadge(_ count: Int) throws
}

/// Who hears of an app's notifications; it does not keep them.
package final class WeakDelegate: @unchecked Sendable {
    private let lock = NSLock()
    private weak var object: (any UNUserNotificationCenterDelegate)?

    /// Nobody yet.
    package init() {}

    var value: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { object } }
        set { lock.withLock { object = newValue } }
    }
}
