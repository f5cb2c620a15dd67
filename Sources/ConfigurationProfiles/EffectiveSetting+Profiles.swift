extension EffectiveSetting {
    /// What payloads of one type set, by key.
    static func all(
        of profiles: [ConfigurationProfile],
        _ table: SettingTable
    ) -> [String: EffectiveSetting] {
        let origins = SettingOrigin.all(of: profiles, table.payloadType)
        return Dictionary(
            uniqueKeysWithValues: origins.map { key, origins in
                let rule = table.rule(key, for: origins.map(\.value))
                return (key, EffectiveSetting(key, origins, rule))
            }
        )
    }
}

extension SettingOrigin {
    /// Who sets what in payloads of one type, by key and in the order of the profiles.
    static func all(
        of profiles: [ConfigurationProfile],
        _ payloadType: String
    ) -> [String: [SettingOrigin]] {
        var origins: [String: [SettingOrigin]] = [:]
        for profile in profiles {
            for payload in profile.payloads where payload.type == payloadType {
                for (key, value) in payload.settings {
                    origins[key, default: []].append(
                        SettingOrigin(
                            profile: profile.identifier,
                            payload: payload.identifier,
                            keyPath: "\(payload.keyPath).\(key)",
                            value: value
                        )
                    )
                }
            }
        }
        return origins
    }
}
