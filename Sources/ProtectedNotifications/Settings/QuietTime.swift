import DeviceIdentifiers

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
