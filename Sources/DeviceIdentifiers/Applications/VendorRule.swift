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
