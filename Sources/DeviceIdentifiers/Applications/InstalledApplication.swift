/// An application on the device.
public struct InstalledApplication: Sendable, Hashable {
    /// Its bundle identifier.
    public let identifier: BundleIdentifier
    /// Who stands behind it, as determined when it was installed.
    public let vendor: Vendor
    /// What it tells the user when it asks for tracking; nil when it says nothing.
    public let trackingUsage: String?

    /// How it came onto the device.
    public var distribution: Distribution { vendor.distribution }
}
