import ConfigurationProfiles
import ContentRestrictions
import DeviceIdentifiers
import Preferences

/// What `restrictions show` prints.
struct RestrictionsDocument: Encodable {
    /// A limit that decides about media.
    struct Limit: Encodable {
        let key: String
        let value: PreferenceValue?
        let from: String?

        private enum Key: String, CodingKey { case key, value, from }

        /// With null for what is not set.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(key, forKey: .key)
            try container.encode(value.map { ValueDocument($0) }, forKey: .value)
            try container.encode(from, forKey: .from)
        }
    }

    let restrictions: [Limit]
    let profiles: [EffectiveSetting]
    let passcode: [EffectiveSetting]
    /// Sorted by app and key.
    let notifications: [(application: BundleIdentifier, settings: [EffectiveSetting])]

    init(_ found: LayeredPreferences, _ profiles: [ConfigurationProfile]) {
        self.restrictions = RestrictionKey.allCases.map { key in
            let value = found.value(forKey: key.rawValue)
            return Limit(key: key.rawValue, value: value?.value, from: value?.domain.name)
        }
        let sorted = { (settings: [String: EffectiveSetting]) in
            settings.values.sorted { $0.key < $1.key }
        }
        self.profiles = sorted(EffectiveRestrictions(profiles).settings)
        passcode = sorted(PasscodePolicy(profiles).settings)
        notifications = EffectiveNotificationSettings(profiles).applications
            .sorted { $0.key.description < $1.key.description }
            .map { ($0.key, sorted($0.value)) }
    }

    private enum Key: String, CodingKey {
        case version, restrictions, profiles, passcode, notifications
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .version)
        try container.encode(restrictions, forKey: .restrictions)
        try container.encode(profiles.map { Setting($0) }, forKey: .profiles)
        try container.encode(passcode.map { Setting($0) }, forKey: .passcode)
        let applications = notifications.map { application, settings in
            Application(
                application: application.description,
                settings: settings.map { Setting($0) }
            )
        }
        try container.encode(applications, forKey: .notifications)
    }

    /// What is forced upon the notifications of an app.
    private struct Application: Encodable {
        let application: String
        let settings: [Setting]
    }

    private struct Setting: Encodable {
        let key: String
        let value: ValueDocument
        let kind: String?
        let origins: [Origin]
        let overruled: [Origin]
        let notes: [String]

        init(_ setting: EffectiveSetting) {
            key = setting.key
            value = ValueDocument(setting.value)
            kind = setting.kind?.rawValue
            origins = setting.origins.map { Origin($0) }
            overruled = setting.overruled.map { Origin($0) }
            notes = setting.notes.map(\.rawValue)
        }
    }

    private struct Origin: Encodable {
        let profile: String
        let payload: String
        let keyPath: String
        let value: ValueDocument

        init(_ origin: SettingOrigin) {
            profile = origin.profile
            payload = origin.payload
            keyPath = origin.keyPath
            value = ValueDocument(origin.value)
        }
    }
}
