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

    /// A tap on the notification itself (`UNNotificationDefaultActionIdentifier`).
    public static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"
    /// The notification was dismissed (`UNNotificationDismissActionIdentifier`).
    public static let dismissAction = "com.apple.UNNotificationDismissActionIdentifier"
}
