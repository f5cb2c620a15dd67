import Preferences

/// What payloads of `com.apple.ManagedClient.preferences` force, before anything is combined.
///
/// `PayloadContent` → domain → `Forced` → each item's `mcx_preference_settings`. What stands under
/// `Set-Once` and `Often` is not forced, and left out; so is what has another shape.
enum ForcedSettings {
    private static let payloadType = "com.apple.ManagedClient.preferences"
    /// The global domain has two names.
    private static let globalNames: Set<String> = [
        ManagedPreferences.globalDomain, "NSGlobalDomain",
    ]

    /// Who sets what, by domain and key and in the order of the profiles.
    static func all(of profiles: [ConfigurationProfile]) -> [String: [String: [SettingOrigin]]] {
        var origins: [String: [String: [SettingOrigin]]] = [:]
        for profile in profiles {
            for payload in profile.payloads where payload.type == payloadType {
                for (domain, path, settings) in groups(of: payload) {
                    let name =
                        globalNames.contains(domain) ? ManagedPreferences.globalDomain : domain
                    for (key, value) in settings {
                        origins[name, default: [:]][key, default: []].append(
                            SettingOrigin(
                                profile: profile.identifier,
                                payload: payload.identifier,
                                keyPath: "\(path).\(key)",
                                value: value
                            )
                        )
                    }
                }
            }
        }
        return origins
    }

    private static func groups(
        of payload: ProfilePayload
    ) -> [(domain: String, path: String, settings: [String: PreferenceValue])] {
        guard case .dictionary(let domains) = payload.settings["PayloadContent"] else { return [] }
        return domains.sorted { $0.key < $1.key }.flatMap { domain, content in
            guard case .dictionary(let states) = content,
                case .array(let items) = states["Forced"]
            else { return [(String, String, [String: PreferenceValue])]() }
            return items.enumerated().compactMap { index, item in
                guard case .dictionary(let item) = item,
                    case .dictionary(let settings) = item["mcx_preference_settings"]
                else { return nil }
                let path =
                    "\(payload.keyPath).PayloadContent.\(domain).Forced[\(index)]"
                    + ".mcx_preference_settings"
                return (domain, path, settings)
            }
        }
    }
}
