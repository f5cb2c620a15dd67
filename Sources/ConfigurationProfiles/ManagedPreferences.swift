import ContentRestrictions
public import Preferences

/// The defaults that installed profiles force: the managed domain, which is searched first.
///
/// Two kinds of payload force some: `com.apple.applicationaccess` the content restrictions, for all
/// applications; `com.apple.ManagedClient.preferences` whatever stands under `Forced` for a domain.
///
/// Values are taken as they are, also those of a wrong type or out of range: a decision then says
/// so, where a value that was bent into its range would hide it.
public struct ManagedPreferences: Sendable, Hashable {
    /// What is forced, by domain and key; all applications' domain is ``globalDomain``.
    public let domains: [String: [String: EffectiveSetting]]

    /// The name of the domain that all applications see.
    public static let globalDomain = ".GlobalPreferences"

    /// Combines profiles, the earliest installed first.
    ///
    /// Of several values for a content restriction the stricter counts, whichever payloads they are
    /// from: a forced setting cannot loosen a restriction. For other keys it is not known which
    /// value is the stricter: the last one set counts, as administrators describe real devices.
    /// Either way a clash is reported.
    ///
    /// With `only`, just that domain and all applications' are looked at.
    public init(_ profiles: [ConfigurationProfile], only domain: String? = nil) {
        var origins = ForcedSettings.all(of: profiles)
        if let domain {
            origins = origins.filter { $0.key == domain || $0.key == Self.globalDomain }
        }
        let restrictions = SettingOrigin.all(of: profiles, SettingTable.restrictions.payloadType)
        for (key, restriction) in Self.restrictions {
            guard let set = restrictions[restriction] else { continue }
            origins[Self.globalDomain, default: [:]][key, default: []] += set
        }
        let global = origins[Self.globalDomain] ?? [:]
        domains = Dictionary(
            uniqueKeysWithValues: origins.map { domain, keys in
                let settings = keys.map { key, own in
                    let rule = Self.restrictions[key].flatMap { SettingTable.restrictions[$0] }
                    let isShared = rule != nil && domain != Self.globalDomain
                    let all = isShared ? (global[key] ?? []) + own : own
                    return (key, EffectiveSetting(key, all, rule))
                }
                return (domain, Dictionary(uniqueKeysWithValues: settings))
            }
        )
    }

    /// What an application's lookup finds as its managed domain: its own domain's values before all
    /// applications'.
    public func values(for domain: String) -> [String: PreferenceValue] {
        (domains[Self.globalDomain] ?? [:]).merging(domains[domain] ?? [:]) { $1 }
            .mapValues(\.value)
    }

    /// What payloads disagree about, by domain and key.
    public var clashes: [(domain: String, setting: EffectiveSetting)] {
        domains.sorted { $0.key < $1.key }.flatMap { domain, settings in
            settings.values.filter(\.isClash).sorted { $0.key < $1.key }.map { (domain, $0) }
        }
    }

    /// The restriction that each key of the defaults store follows from.
    private static let restrictions: [String: String] = [
        RestrictionKey.movieRating.rawValue: "ratingMovies",
        RestrictionKey.tvShowRating.rawValue: "ratingTVShows",
        RestrictionKey.appRating.rawValue: "ratingApps",
        RestrictionKey.explicitMusicPodcastsAllowed.rawValue: "allowExplicitContent",
        RestrictionKey.explicitBooksAllowed.rawValue: "allowBookstoreErotica",
    ]
}
