public import ProtectionModel

/// An application to install.
public struct NewApplication: Sendable, Hashable {
    private static let declarationLimit = 256

    /// Its bundle identifier.
    public let identifier: BundleIdentifier
    /// The vendor as the store names it; nil when it does not.
    public let vendor: String?
    /// The team that signed it; counts when the store names no vendor.
    public let team: String?
    /// How it comes onto the device.
    public let distribution: Distribution
    /// What it tells the user when it asks for tracking (`NSUserTrackingUsageDescription`).
    public let trackingUsage: String?
    /// What it continues of other devices' activities: `NSUserActivityTypes`, and those of its document types.
    public let activityTypes: Set<String>
    /// Its entitlement `com.apple.developer.associated-domains`.
    public let associatedDomains: Set<String>

    /// Describes an application.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a vendor or team that is empty, has
    ///   control characters or more than 255 bytes, as for an activity type and a domain; a usage text of more
    ///   than 4,096 bytes, more than 256 types, or domains.
    public init(
        _ identifier: BundleIdentifier,
        vendor: String? = nil,
        team: String? = nil,
        distribution: Distribution = .store,
        trackingUsage: String? = nil,
        activityTypes: Set<String> = [],
        associatedDomains: Set<String> = []
    ) throws(ProtectionError) {
        if let vendor { try vendor.checkAsName("a vendor") }
        if let team { try team.checkAsName("a team") }
        guard (trackingUsage?.utf8.count ?? 0) <= 4_096 else {
            throw ProtectionError(
                .invalidArgument,
                "the tracking usage of '\(identifier)' is too long: 4,096 bytes at most"
            )
        }
        for type in activityTypes { try type.checkAsName("an activity type") }
        for domain in associatedDomains { try domain.checkAsName("an associated domain") }
        guard max(activityTypes.count, associatedDomains.count) <= Self.declarationLimit else {
            throw ProtectionError(
                .invalidArgument,
                "'\(identifier)' declares more than \(Self.declarationLimit) activity types or domains"
            )
        }
        self.identifier = identifier
        self.vendor = vendor
        self.team = team
        self.distribution = distribution
        self.trackingUsage = trackingUsage
        self.activityTypes = activityTypes
        self.associatedDomains = associatedDomains
    }
}

/// How an application came onto the device.
public enum Distribution: String, Sendable, Hashable, CaseIterable, Codable {
    /// From the store.
    case store
    /// A trial build from TestFlight.
    case testFlight = "testflight"
    /// Built and installed by a developer.
    case development
}
