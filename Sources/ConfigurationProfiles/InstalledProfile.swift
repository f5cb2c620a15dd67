public import ProtectionModel

/// A profile on a device.
public struct InstalledProfile: Sendable, Hashable {
    /// The profile.
    public let profile: ConfigurationProfile
    /// When it was installed, or last replaced.
    public let installedAt: Timestamp

    /// When it goes by itself; nil for never.
    public var removalDate: Timestamp? { profile.removalDate(installedAt: installedAt) }
}
