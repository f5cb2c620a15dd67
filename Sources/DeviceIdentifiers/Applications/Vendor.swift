/// Who stands behind an application: those of one vendor share an identifier.
///
/// The same name from another source, or in another distribution, is another vendor: a TestFlight
/// build and the store's build of one application have different identifiers (conformance row 85).
public struct Vendor: Sendable, Hashable, Codable {
    /// Where the name of a vendor comes from.
    public enum Source: String, Sendable, Hashable, CaseIterable, Codable {
        /// The store names the vendor.
        case store
        /// The team that signed the application.
        case team
        /// Made from the bundle identifier by the ``VendorRule``.
        case bundle
    }

    /// How the application came onto the device.
    public let distribution: Distribution
    /// Where the name comes from.
    public let source: Source
    /// The name, 1 to 255 bytes.
    public let name: String

    init(of application: NewApplication, by rule: VendorRule) {
        distribution = application.distribution
        if let vendor = application.vendor {
            (source, name) = (.store, vendor)
        } else if let team = application.team {
            (source, name) = (.team, team)
        } else {
            (source, name) = (.bundle, rule.vendor(of: application.identifier))
        }
    }
}
