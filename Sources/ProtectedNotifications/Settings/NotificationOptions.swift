import DeviceIdentifiers

/// What an app asks for (`UNAuthorizationOptions`).
public struct NotificationOptions: OptionSet, Sendable, Hashable, Codable {
    /// Apple's bits.
    public let rawValue: UInt
    /// A number on its icon.
    public static let badge = NotificationOptions(rawValue: 1)
    /// Sounds.
    public static let sound = NotificationOptions(rawValue: 2)
    /// Alerts on the screen.
    public static let alert = NotificationOptions(rawValue: 4)
    /// Sounds that ignore the switches, with the entitlement.
    public static let criticalAlert = NotificationOptions(rawValue: 16)
    /// Quietly, without a prompt.
    public static let provisional = NotificationOptions(rawValue: 64)

    /// Takes Apple's numbers.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// What an app's signature entitles it to, as far as notifications ask for it.
public struct NotificationEntitlements: OptionSet, Sendable, Hashable, Codable {
    /// Bits of our own.
    public let rawValue: UInt
    /// The entitlement `com.apple.developer.usernotifications.time-sensitive`.
    public static let timeSensitive = NotificationEntitlements(rawValue: 1)
    /// The entitlement `com.apple.developer.usernotifications.critical-alerts`.
    public static let criticalAlerts = NotificationEntitlements(rawValue: 2)
    /// The entitlement `com.apple.developer.usernotifications.filtering`: a service extension may answer with
    /// nothing.
    public static let filtering = NotificationEntitlements(rawValue: 4)

    /// Takes bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// A time in which only what is urgent, or of some apps, is shown on the lock screen.
public struct QuietTime: Sendable, Hashable, Codable {
    /// Whether it is quiet now.
    public var isQuiet = false
    /// The bundle identifiers of apps that it does not concern.
    public var allowed: Set<String> = []

    /// Not quiet.
    public init() {}

    /// Whether something is held back.
    func holds(
        _ level: NotificationContent.InterruptionLevel,
        of application: BundleIdentifier
    ) -> Bool {
        guard isQuiet, !allowed.contains(application.description) else { return false }
        // What came without the entitlement was delivered as active.
        return level == .passive || level == .active
    }
}

/// What comes of an app's request for authorization.
public enum NotificationAuthorizationRequest: Sendable, Hashable {
    /// The prompt is on the screen and waits for an answer; the status is still not determined.
    case prompting
    /// No prompt was shown; this is the status.
    case settled(NotificationAuthorization)
}

/// The user's answer to an app that asks.
public enum NotificationAnswer: String, Sendable, Hashable, CaseIterable {
    case granted, denied
}
