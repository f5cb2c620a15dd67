package import DeviceIdentifiers

/// What all profiles together restrict (`com.apple.applicationaccess`), and who says so.
///
/// Apple permits several payloads of this type, and tells administrators not to set one key in two
/// of them, because the outcome is not predictable. Here the stricter value wins and the clash is
/// reported; a value that cannot be used counts only where there is no other, and stays as it is.
public struct EffectiveRestrictions: Sendable, Hashable {
    /// What is set, by key.
    public let settings: [String: EffectiveSetting]

    /// Combines profiles, the earliest installed first.
    public init(_ profiles: [ConfigurationProfile]) {
        settings = EffectiveSetting.all(of: profiles, .restrictions)
    }

    /// What payloads disagree about, by key.
    public var clashes: [EffectiveSetting] {
        settings.values.filter(\.isClash).sorted { $0.key < $1.key }
    }

    /// What follows for activities, with the profiles that say so.
    package var handoffRules: HandoffRules {
        var rules = HandoffRules()
        rules.allowsContinuation = settings["allowActivityContinuation"]?.allowing
        return rules
    }

    /// The apps that no rating limit concerns: for `RestrictionChecker`.
    public var exemptApps: Set<String> {
        Set(settings["ratingAppsExemptedBundleIDs"]?.value.texts ?? [])
    }
}
