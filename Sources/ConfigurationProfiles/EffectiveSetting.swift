public import Preferences

/// What a key is set to when all profiles are combined.
public struct EffectiveSetting: Sendable, Hashable {
    /// How the values of several payloads become one: the kinds of Apple's query for restrictions.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case restrictedBool
        case restrictedValue
        /// It can only shrink.
        case intersection
        /// It can only grow.
        case union
    }

    /// What is worth knowing about how it came to its value.
    public enum Note: String, Sendable, Hashable, CaseIterable {
        /// Apple's declarative schema would have taken the weaker value.
        case schemaDisagrees = "schema-disagrees"
        /// No value can be used: it stays as it is, and deciders will say so.
        case unusable
    }

    /// The key.
    public let key: String
    /// What it is set to: the strictest value that can be used, else the last one set.
    public let value: PreferenceValue
    /// How values combine; nil where none is stricter, and the last one set counts.
    public let kind: Kind?
    /// Who set it to this value, or had a part in it.
    public let origins: [SettingOrigin]
    /// Who set it to something else, which does not count.
    ///
    /// Apple calls the outcome of such a clash unpredictable.
    public let overruled: [SettingOrigin]
    /// What is worth knowing besides.
    public let notes: [Note]

    /// Payloads disagree about it.
    public var isClash: Bool { !overruled.isEmpty }

    /// Combines what payloads say about one key, the earliest installed first.
    init(_ key: String, _ settings: [SettingOrigin], _ rule: SettingRule?) {
        let canUse = { (origin: SettingOrigin) in rule?.type.canUse(origin.value) ?? true }
        let usable = settings.filter(canUse)
        let combination = rule?.combining
        let last = settings.last.map(\.value) ?? .string("")
        let value =
            usable.isEmpty
            ? last
            : combination?.combine(usable.map(\.value)) ?? usable.last.map(\.value) ?? last
        let isList = combination == .intersection || combination == .union
        let origins = settings.filter {
            isList ? canUse($0) : $0.value.isSame(as: value)
        }
        self.key = key
        self.value = value
        kind = combination?.kind
        self.origins = usable.isEmpty ? settings.filter { $0.value == last } : origins
        let counting = Set(self.origins)
        overruled = settings.filter { !counting.contains($0) }
        var notes: [Note] = []
        if rule?.schemaDisagrees == true, !overruled.isEmpty { notes.append(.schemaDisagrees) }
        if usable.isEmpty { notes.append(.unusable) }
        self.notes = notes
    }
}

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

/// Who set a key, and to what.
public struct SettingOrigin: Sendable, Hashable {
    /// The profile's identifier.
    public let profile: String
    /// The payload's identifier.
    public let payload: String
    /// Where it stands in the profile, such as `PayloadContent[0].ratingMovies`.
    public let keyPath: String
    /// What it is set to there.
    public let value: PreferenceValue
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

extension PreferenceValue {
    /// Equal, or the same number or boolean in another type.
    fileprivate func isSame(as other: PreferenceValue) -> Bool {
        self == other || number != nil && number == other.number
            || flag != nil && flag == other.flag
    }
}
