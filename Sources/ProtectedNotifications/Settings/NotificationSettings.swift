public import DeviceIdentifiers

/// Whether an app may notify the user (`UNAuthorizationStatus`).
public enum NotificationAuthorization: String, Sendable, Hashable, CaseIterable {
    /// The user was not asked, or has not answered.
    case notDetermined = "not-determined"
    /// The user said no.
    case denied
    /// The user said yes.
    case authorized
    /// Nobody was asked; notifications go quietly to the center.
    case provisional
}

/// What the user, or a profile, lets the notifications of an app do (`UNNotificationSettings`).
public struct NotificationSettings: Sendable, Hashable {
    /// Whether it may notify.
    public var authorization = NotificationAuthorization.notDetermined
    /// Whether notifications are on the lock screen.
    public var showsOnLockScreen = true
    /// Whether notifications are in the center.
    public var showsInCenter = true
    /// When the content may show.
    public var showsPreviews = PreviewsSetting.whenUnlocked

    /// Those of an app that has not asked.
    public init() {}

    /// Whether a notification may be shown or kept at all.
    var mayNotify: Bool { authorization == .authorized || authorization == .provisional }
}
