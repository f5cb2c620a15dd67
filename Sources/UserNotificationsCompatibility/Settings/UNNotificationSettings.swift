import DeviceIdentifiers
public import Foundation
public import ProtectedNotifications

/// What an app asks the user for.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// A number on the app's icon.
    public static let badge = Self(rawValue: 1)
    /// Sounds.
    public static let sound = Self(rawValue: 2)
    /// Notifications that show.
    public static let alert = Self(rawValue: 4)
    /// Notifications in a car.
    public static let carPlay = Self(rawValue: 8)
    /// Sounds of critical alerts.
    public static let criticalAlert = Self(rawValue: 16)
    /// A button to the app's own settings.
    public static let providesAppNotificationSettings = Self(rawValue: 32)
    /// To notify quietly without a question.
    public static let provisional = Self(rawValue: 64)
    /// To be read aloud.
    public static let announcement = Self(rawValue: 128)
    /// Notifications that show in a quiet time.
    public static let timeSensitive = Self(rawValue: 256)

    /// Takes Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// Whether an app may notify the user.
public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined, denied, authorized, provisional, ephemeral
}

/// When the content of notifications may show.
public enum UNShowPreviewsSetting: Int, Sendable {
    case always, whenAuthenticated, never
}

/// Whether something is on.
public enum UNNotificationSetting: Int, Sendable {
    case notSupported, disabled, enabled
}

/// How a notification shows.
public enum UNAlertStyle: Int, Sendable {
    case none, banner, alert
}

/// What the user lets the notifications of an app do.
open class UNNotificationSettings: NSObject, NSCopying, @unchecked Sendable {
    // It never changes.
    fileprivate let value: NotificationSettings

    /// The settings that a value describes.
    public init(_ settings: NotificationSettings) {
        value = settings
        super.init()
    }

    /// Whether the app may notify.
    open var authorizationStatus: UNAuthorizationStatus {
        switch value.authorization {
        case .notDetermined: .notDetermined
        case .denied: .denied
        case .authorized: .authorized
        case .provisional: .provisional
        }
    }

    /// When the content may show.
    open var showPreviewsSetting: UNShowPreviewsSetting {
        switch value.showsPreviews {
        case .always: .always
        case .whenUnlocked: .whenAuthenticated
        case .never: .never
        }
    }

    /// Whether notifications show; not those that come quietly.
    open var alertSetting: UNNotificationSetting { setting(value.alertSetting) }
    /// Whether they are heard.
    open var soundSetting: UNNotificationSetting { setting(value.soundSetting) }
    /// Whether there are numbers on the icon.
    open var badgeSetting: UNNotificationSetting { setting(value.badgeSetting) }
    /// Whether they are on the lock screen.
    open var lockScreenSetting: UNNotificationSetting {
        setting(isAuthorized && value.showsOnLockScreen)
    }
    /// Whether they are in the center, where those that come quietly go.
    open var notificationCenterSetting: UNNotificationSetting {
        setting((isAuthorized || value.authorization == .provisional) && value.showsInCenter)
    }
    /// How they show; `none` while alerts are off.
    open var alertStyle: UNAlertStyle { alertSetting == .enabled ? .banner : .none }
    /// Not known here.
    open var carPlaySetting: UNNotificationSetting { .notSupported }
    /// Whether critical alerts are heard.
    open var criticalAlertSetting: UNNotificationSetting { setting(value.criticalAlertSetting) }
    /// Not known here.
    open var announcementSetting: UNNotificationSetting { .notSupported }
    /// Not known here.
    open var timeSensitiveSetting: UNNotificationSetting { .notSupported }
    /// Not known here.
    open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
    /// Not known here.
    open var directMessagesSetting: UNNotificationSetting { .notSupported }
    /// Not known here.
    open var providesAppNotificationSettings: Bool { false }

    private var isAuthorized: Bool { value.authorization == .authorized }

    private func setting(_ setting: NotificationSetting) -> UNNotificationSetting {
        guard setting != .notSupported else { return .notSupported }
        return isAuthorized && setting == .enabled ? .enabled : .disabled
    }

    private func setting(_ isOn: Bool) -> UNNotificationSetting { isOn ? .enabled : .disabled }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both allow the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationSettings)?.value == value
    }

    /// The same for objects that are equal.
    open override var hash: Int { value.hashValue }
}

extension NotificationSettings {
    /// What settings of the app's say.
    public init(_ settings: UNNotificationSettings) { self = settings.value }
}
