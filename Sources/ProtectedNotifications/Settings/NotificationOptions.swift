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
