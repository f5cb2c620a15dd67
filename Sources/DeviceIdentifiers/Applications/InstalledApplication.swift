import FoundationEssentials

/// An application on the device.
public struct InstalledApplication: Sendable, Hashable {
    /// Its bundle identifier.
    public let identifier: BundleIdentifier
    /// Who stands behind it, as determined when it was installed.
    public let vendor: Vendor
    /// What it tells the user when it asks for tracking; nil when it says nothing.
    public let trackingUsage: String?
    /// The team that signed it; nil when that is not known.
    public let team: String?
    /// What it continues of other devices' activities.
    public let activityTypes: Set<String>
    /// Its entitlement `com.apple.developer.associated-domains`.
    public let associatedDomains: Set<String>

    /// How it came onto the device.
    public var distribution: Distribution { vendor.distribution }
}

/// What is stored of an installed application.
struct ApplicationRecord: Sendable, Hashable, Codable {
    let app: BundleIdentifier
    var vendor: Vendor
    var trackingUsage: String?
    /// The team, which an application has whoever is its vendor.
    var team: String?
    /// Sorted; nil for none.
    var activityTypes: [String]?
    /// Sorted; nil for none.
    var associatedDomains: [String]?
    /// Names this installation: what belongs to an earlier one of the same application is void.
    let installation: UUID
    /// The identifier for vendor; the same in every application of the vendor.
    ///
    /// Kept here, and not by vendor, so that one write of one document removes the last application
    /// and forgets the identifier.
    var vendorIdentifier: UUID
    /// The application's own identifier.
    var ownIdentifier: UUID

    var description: InstalledApplication {
        InstalledApplication(
            identifier: app,
            vendor: vendor,
            trackingUsage: trackingUsage,
            team: team,
            activityTypes: Set(activityTypes ?? []),
            associatedDomains: Set(associatedDomains ?? [])
        )
    }

    /// The usage text, when there is something in it.
    var readableUsage: String? { trackingUsage.flatMap { $0.isBlank ? nil : $0 } }
}
