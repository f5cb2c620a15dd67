public import Foundation

/// How a notification shows while the app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// The number on the icon.
    public static let badge = Self(rawValue: 1)
    /// The sound.
    public static let sound = Self(rawValue: 2)
    /// A banner and the list: the older word for both.
    public static let alert = Self(rawValue: 4)
    /// The list.
    public static let list = Self(rawValue: 8)
    /// A banner.
    public static let banner = Self(rawValue: 16)

    /// Takes Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// What an app hears of its notifications.
///
/// Each method that Apple's protocol leaves to choice has a default here, and so has each of the two ways to
/// write it: the one with a handler calls the other, which does nothing.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// One came while the app is in the foreground; the answer says how it shows.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    )

    /// One came while the app is in the foreground; the answer says how it shows.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// The user did something with one.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )

    /// The user did something with one.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async

    /// The user wants the app's own settings.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    )
}

extension UNUserNotificationCenterDelegate {
    /// Asks the other form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        // As Apple's system does, which calls delegates and handlers wherever it runs.
        nonisolated(unsafe) let delegate: any UNUserNotificationCenterDelegate = self
        nonisolated(unsafe) let answer = completionHandler
        Task {
            answer(await delegate.userNotificationCenter(center, willPresent: notification))
        }
    }

    /// Shows nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [] }

    /// Tells the other form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        nonisolated(unsafe) let delegate: any UNUserNotificationCenterDelegate = self
        nonisolated(unsafe) let done = completionHandler
        Task {
            await delegate.userNotificationCenter(center, didReceive: response)
            done()
        }
    }

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {}

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}
