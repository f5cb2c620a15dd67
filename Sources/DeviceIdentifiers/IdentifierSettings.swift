/// What the device and its user are, as far as identifiers depend on it.
public struct IdentifierSettings: Sendable, Hashable, Codable {
    /// How the vendor follows from a bundle identifier; counts at the next install of each
    /// application.
    public var vendorRule: VendorRule
    /// What the applications run on.
    public var platform: DevicePlatform
    /// Whose device it is.
    public var account: DeviceAccount
    /// Whether a configuration profile forbids tracking.
    public var isTrackingForbidden: Bool

    /// An iPhone of an adult, unless said otherwise.
    public init(
        vendorRule: VendorRule = .ios7,
        platform: DevicePlatform = .iOS,
        account: DeviceAccount = .adult,
        isTrackingForbidden: Bool = false
    ) {
        self.vendorRule = vendorRule
        self.platform = platform
        self.account = account
        self.isTrackingForbidden = isTrackingForbidden
    }

    /// Whether applications may not even ask, whatever the user says.
    var isTrackingRestricted: Bool { isTrackingForbidden || account.isRestricted }
}
