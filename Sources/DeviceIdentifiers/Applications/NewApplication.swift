public import ProtectionModel

/// An application to install.
public struct NewApplication: Sendable, Hashable {
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

    /// Describes an application.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a vendor or team that is empty, has
    ///   control characters or more than 255 bytes, and a usage text of more than 4,096 bytes.
    public init(
        _ identifier: BundleIdentifier,
        vendor: String? = nil,
        team: String? = nil,
        distribution: Distribution = .store,
        trackingUsage: String? = nil
    ) throws(ProtectionError) {
        if let vendor { try vendor.checkAsName("a vendor") }
        if let team { try team.checkAsName("a team") }
        guard (trackingUsage?.utf8.count ?? 0) <= 4_096 else {
            throw ProtectionError(
                .invalidArgument,
                "the tracking usage of '\(identifier)' is too long: 4,096 bytes at most"
            )
        }
        self.identifier = identifier
        self.vendor = vendor
        self.team = team
        self.distribution = distribution
        self.trackingUsage = trackingUsage
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
