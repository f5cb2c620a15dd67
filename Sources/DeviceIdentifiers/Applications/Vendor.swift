/// Who stands behind an application: the applications of one vendor share an identifier.
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

/// How the vendor follows from a bundle identifier, where neither store nor team names one.
///
/// Source: Apple, `UIDevice.identifierForVendor`.
public enum VendorRule: String, Sendable, Hashable, CaseIterable, Codable {
    /// The first two components.
    case ios6
    /// Everything but the last component.
    case ios7

    /// The part of an identifier that stands for the vendor; one component alone is used whole.
    public func vendor(of application: BundleIdentifier) -> String {
        let components = application.components
        guard components.count > 1 else { return application.description }
        let kept =
            switch self {
            case .ios6: components.prefix(2)
            case .ios7: components.dropLast()
            }
        return kept.joined(separator: ".")
    }
}
