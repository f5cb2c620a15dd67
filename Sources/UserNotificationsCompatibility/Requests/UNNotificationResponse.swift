public import Foundation
package import ProtectedNotifications

/// The action of a notification that was opened itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action of a notification that was dismissed.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// What the user did with a notification.
open class UNNotificationResponse: NSObject, NSCopying, @unchecked Sendable {
    // None of it changes.
    private let values: (notification: UNNotification, action: String)

    /// With which.
    open var notification: UNNotification { values.notification }
    /// What: an action's identifier, or that of opening or dismissing.
    open var actionIdentifier: String { values.action }

    /// Apple's has no initializer; tests of an app want one.
    package init(_ notification: UNNotification, action: String) {
        values = (notification, action)
        super.init()
    }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What the user typed for a notification.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    private let text: String

    /// The text.
    open var userText: String { text }

    /// Apple's has no initializer; tests of an app want one.
    package init(_ notification: UNNotification, action: String, text: String) {
        self.text = text
        super.init(notification, action: action)
    }
}

extension UNNotificationResponse {
    /// What an app gets of a response; while the notification is locked, without what it says.
    package static func received(_ response: NotificationResponse) -> UNNotificationResponse {
        let notification =
            if let cover = response.cover {
                UNNotification(DeliveredNotification(cover, response.content))
            } else {
                // Another has replaced it, and nobody knows any more when it came.
                UNNotification(
                    UNNotificationRequest(
                        identifier: response.notification,
                        content: UNNotificationContent(),
                        trigger: nil
                    ),
                    Date(response.date)
                )
            }
        guard let text = response.text else {
            return UNNotificationResponse(notification, action: response.action)
        }
        return UNTextInputNotificationResponse(notification, action: response.action, text: text)
    }
}
