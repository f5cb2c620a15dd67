public import DeviceIdentifiers

/// Whether an app may notify the user (`UNAuthorizationStatus`).
public enum NotificationAuthorization: String, Sendable, Hashable, CaseIterable, Codable {
    /// The user was not asked, or has not answered.
    case notDetermined = "not-determined"
    /// The user said no.
    case denied
    /// The user said yes.
    case authorized
    /// Nobody was asked; notifications go quietly to the center.
    case provisional
}

/// Whether an app may do one thing with its notifications (`UNNotificationSetting`).
public enum NotificationSetting: String, Sendable, Hashable, CaseIterable, Codable {
    /// The app has not asked for it, or lacks the entitlement.
    case notSupported = "not-supported"
    /// The user or a profile has switched it off.
    case disabled
    /// It may.
    case enabled
}

/// What the user, or a profile, lets the notifications of an app do (`UNNotificationSettings`).
public struct NotificationSettings: Sendable, Hashable, Codable {
    /// Whether it may notify.
    public var authorization = NotificationAuthorization.notDetermined
    /// Whether notifications are on the lock screen.
    public var showsOnLockScreen = true
    /// Whether notifications are in the center.
    public var showsInCenter = true
    /// When the content may show.
    public var showsPreviews = PreviewsSetting.whenUnlocked
    /// Whether notifications are shown at all; without it they are kept, and seen nowhere.
    public var alertSetting = NotificationSetting.enabled
    /// Whether they may make a sound.
    public var soundSetting = NotificationSetting.enabled
    /// Whether they may change the number at the app's icon.
    public var badgeSetting = NotificationSetting.enabled
    /// Whether they may ignore quiet times and the mute switch, which takes an entitlement.
    public var criticalAlertSetting = NotificationSetting.notSupported

    /// Those of an app that has not asked.
    public init() {}

    /// Whether a notification may be kept.
    var mayNotify: Bool { authorization == .authorized || authorization == .provisional }

    /// Whether one that is kept may be seen anywhere.
    var showsAlerts: Bool { mayNotify && alertSetting == .enabled }
}
