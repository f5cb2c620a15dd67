public import ProtectionModel

/// What the user did with a notification (`UNNotificationResponse`).
public struct NotificationResponse: Sendable, Hashable, Codable {
    /// The notification's identifier.
    public let notification: String
    /// Which action was chosen.
    public let action: String
    /// What was typed, for an action that takes a text.
    public let text: String?
    /// When.
    public let date: Timestamp
    /// What of the notification needs no secrecy; nil for one that another has replaced.
    public internal(set) var cover: DeliveredNotification.Cover?
    /// What the notification says, when the app gets the response; nil while that is locked.
    public internal(set) var content: NotificationContent?

    private enum CodingKeys: String, CodingKey {
        // Cover and content stay where they are, under their own classes.
        case notification, action, text, date
    }

    /// A tap on the notification itself (`UNNotificationDefaultActionIdentifier`).
    public static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"
    /// The notification was dismissed (`UNNotificationDismissActionIdentifier`).
    public static let dismissAction = "com.apple.UNNotificationDismissActionIdentifier"
}
