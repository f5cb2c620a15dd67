/// A policy that comes with the library.
package enum ShippedPolicy: String, Sendable, Hashable, CaseIterable {
    case baseline, strict, messaging, health
    case kidsAndMedia = "kids-and-media"

    /// Its text.
    package var text: [UInt8] {
        switch self {
        case .baseline: PackageResources.baseline_yml
        case .strict: PackageResources.strict_yml
        case .messaging: PackageResources.messaging_yml
        case .health: PackageResources.health_yml
        case .kidsAndMedia: PackageResources.kids_and_media_yml
        }
    }
}
