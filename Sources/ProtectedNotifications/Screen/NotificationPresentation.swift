import DeviceIdentifiers

/// How a notification makes itself known when it comes (`UNNotificationPresentationOptions`).
public struct NotificationPresentation: OptionSet, Sendable, Hashable {
    /// Apple's bits.
    public let rawValue: UInt
    /// The number on the app's icon changes.
    public static let badge = NotificationPresentation(rawValue: 1)
    /// It is heard.
    public static let sound = NotificationPresentation(rawValue: 2)
    /// It is in the list.
    public static let list = NotificationPresentation(rawValue: 8)
    /// It comes onto the screen, and wakes it.
    public static let banner = NotificationPresentation(rawValue: 16)

    /// Takes Apple's numbers.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// What the system does with a content of an app: in a quiet time and with less than full
    /// authorization it only goes into the list, and a passive one is never heard.
    init(
        _ content: NotificationContent,
        of application: BundleIdentifier,
        _ settings: NotificationSettings,
        _ quiet: QuietTime
    ) {
        self = .list
        if content.badge != nil { insert(.badge) }
        if content.interruptionLevel != .passive,
            !quiet.holds(content.interruptionLevel, of: application)
        {
            insert(.banner)
            if content.sound != nil { insert(.sound) }
        }
        formIntersection(settings.allowedPresentation)
    }
}

extension NotificationSettings {
    /// What an app's notifications may do when they come.
    var allowedPresentation: NotificationPresentation {
        var allowed: NotificationPresentation = badgeSetting == .enabled ? .badge : []
        guard mayNotify else { return allowed }
        allowed.insert(.list)
        guard authorization == .authorized, showsAlerts else { return allowed }
        allowed.insert(.banner)
        if soundSetting == .enabled { allowed.insert(.sound) }
        return allowed
    }
}
