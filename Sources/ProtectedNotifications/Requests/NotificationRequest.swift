public import ProtectionModel

/// What an app wants to notify of, and when (`UNNotificationRequest`).
public struct NotificationRequest: Sendable, Hashable, Codable {
    /// The app's own name for it; one with the name of another takes its place.
    public let identifier: String
    /// What is shown.
    public let content: NotificationContent
    /// When; nil for at once.
    public let trigger: NotificationTrigger?

    /// Checks and makes a request.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for an identifier that is empty, has more than 255
    ///   bytes or too many accents on one letter, and for what a trigger does not allow.
    public init(
        _ identifier: String,
        _ content: NotificationContent,
        _ trigger: NotificationTrigger? = nil
    ) throws(ProtectionError) {
        try NotificationIdentifier.check(identifier, of: "a notification")
        try trigger?.check()
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
}
