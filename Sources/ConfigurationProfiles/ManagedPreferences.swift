import ContentRestrictions
public import Preferences

/// The defaults that installed profiles force: the managed domain, which is searched first.
///
/// Two kinds of payload force some: `com.apple.applicationaccess` the content restrictions, for all
/// applications; `com.apple.ManagedClient.preferences` whatever stands under `Forced` for a domain
/// (`PayloadContent` → domain → `Forced` → each `mcx_preference_settings`). What stands under
/// `Set-Once` and `Often` is not forced, and left out.
///
/// Values are taken as they are, also those of a wrong type or out of range: a decision then says
/// so, where a value that was bent into its range would hide it.
public struct ManagedPreferences: Sendable, Hashable {
    /// What is forced for one domain each, by domain and key; all applications' is
    /// ``globalDomain``.
    public let domains: [String: [String: EffectiveSetting]]

    /// The name of the domain that all applications see.
    public static let globalDomain = ".GlobalPreferences"

    /// Takes profiles together, the earliest installed first.
    ///
    /// Content restrictions come from ``EffectiveRestrictions`` and win over forced settings of the
    /// same key. For other keys none of several values is the stricter: the last one set counts, as
    /// administrators describe real devices, and the clash is reported.
    public init(_ profiles: [ConfigurationProfile]) {
        var origins: [String: [String: [SettingOrigin]]] = [:]
        for profile in profiles {
            for payload in profile.payloads where payload.type == Self.payloadType {
                for forced in Self.forced(in: payload) {
                    let name =
                        Self.globalNames.contains(forced.domain)
                        ? Self.globalDomain : forced.domain
                    origins[name, default: [:]][forced.key, default: []].append(
                        SettingOrigin(
                            profile: profile.identifier,
                            payload: payload.identifier,
                            keyPath: forced.keyPath,
                            value: forced.value
                        )
                    )
                }
            }
        }
        var domains = origins.mapValues { keys in
            Dictionary(
                uniqueKeysWithValues: keys.map { ($0, EffectiveSetting($0, $1, nil)) }
            )
        }
        for (key, setting) in Self.restrictions(EffectiveRestrictions(profiles)) {
            domains[Self.globalDomain, default: [:]][key] = setting
        }
        self.domains = domains
    }

    /// What an application's lookup finds as its managed domain: its own domain's values before all
    /// applications', but content restrictions always as the restrictions payload has them.
    public func values(for domain: String) -> [String: PreferenceValue] {
        var values = (domains[Self.globalDomain] ?? [:]).mapValues(\.value)
        for (key, setting) in domains[domain] ?? [:]
        where values[key] == nil || RestrictionKey(rawValue: key) == nil {
            values[key] = setting.value
        }
        return values
    }

    /// What payloads disagree about, by domain and key.
    public var clashes: [(domain: String, setting: EffectiveSetting)] {
        domains.sorted { $0.key < $1.key }.flatMap { domain, settings in
            settings.values.filter(\.isClash).sorted { $0.key < $1.key }.map { (domain, $0) }
        }
    }

    private static let payloadType = "com.apple.ManagedClient.preferences"
    /// Apple's tools write the global domain in either way.
    private static let globalNames: Set<String> = [globalDomain, "NSGlobalDomain"]

    /// The restriction that each key of the defaults store follows from.
    private static let keys: [(restriction: String, key: RestrictionKey)] = [
        ("ratingMovies", .movieRating), ("ratingTVShows", .tvShowRating),
        ("ratingApps", .appRating), ("allowExplicitContent", .explicitMusicPodcastsAllowed),
        ("allowBookstoreErotica", .explicitBooksAllowed),
    ]

    private static func restrictions(
        _ restrictions: EffectiveRestrictions
    ) -> [(String, EffectiveSetting)] {
        keys.compactMap { restriction, key in
            restrictions.settings[restriction].map { (key.rawValue, $0.renamed(key.rawValue)) }
        }
    }

    private struct Forced {
        let domain: String
        let key: String
        let keyPath: String
        let value: PreferenceValue
    }

    private static func forced(in payload: ProfilePayload) -> [Forced] {
        guard case .dictionary(let domains) = payload.settings["PayloadContent"] else { return [] }
        return domains.sorted { $0.key < $1.key }.flatMap { domain, content -> [Forced] in
            guard case .dictionary(let states) = content,
                case .array(let entries) = states["Forced"]
            else { return [] }
            return entries.enumerated().flatMap { index, entry -> [Forced] in
                guard case .dictionary(let entry) = entry,
                    case .dictionary(let settings) = entry["mcx_preference_settings"]
                else { return [] }
                let path = "\(payload.keyPath).PayloadContent.\(domain).Forced[\(index)]"
                return settings.map { key, value in
                    Forced(
                        domain: domain,
                        key: key,
                        keyPath: "\(path).mcx_preference_settings.\(key)",
                        value: value
                    )
                }
            }
        }
    }
}
