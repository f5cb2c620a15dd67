extension EffectiveSetting {
    /// What payloads of one type set, by key.
    static func all(
        of profiles: [ConfigurationProfile],
        _ table: SettingTable
    ) -> [String: EffectiveSetting] {
        var settings: [String: [SettingOrigin]] = [:]
        for profile in profiles {
            for payload in profile.payloads where payload.type == table.payloadType {
                for (key, value) in payload.settings {
                    settings[key, default: []].append(
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
        return Dictionary(
            uniqueKeysWithValues: settings.map { key, origins in
                (key, EffectiveSetting(key, origins, table.rule(key, for: origins.map(\.value))))
            }
        )
    }
}
