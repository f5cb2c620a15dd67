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

/// What applications run on: the advertising identifier is real on iOS only.
///
/// Source: Apple, `ASIdentifierManager.advertisingIdentifier`.
public enum DevicePlatform: String, Sendable, Hashable, CaseIterable, Codable {
    /// A phone or tablet.
    case iOS = "ios"
    /// The iOS Simulator.
    case simulator
    /// An iOS application on a Mac: the status reads authorized, nobody is asked, and the identifier
    /// is zero all the same.
    case macOS = "macos"
    /// An iOS application on visionOS.
    case visionOS = "visionos"
}

/// Whose device it is.
public enum DeviceAccount: String, Sendable, Hashable, CaseIterable, Codable {
    /// An adult, who may decide.
    case adult
    /// Nobody is signed in: there is no user identifier.
    case signedOut = "none"
    /// A child's account.
    case child
    /// Someone under 18.
    case under18 = "under-18"
    /// An account that an organisation manages.
    case managed
    /// An account less than three days old.
    case new

    /// Whether applications may not ask for tracking (Apple Support, "If an app asks to track your
    /// activity").
    var isRestricted: Bool {
        switch self {
        case .child, .under18, .managed, .new: true
        case .adult, .signedOut: false
        }
    }
}
