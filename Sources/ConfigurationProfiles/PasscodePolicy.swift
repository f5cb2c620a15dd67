import Preferences
public import ProtectionModel

/// What all profiles together demand of the passcode (`com.apple.mobiledevice.passwordpolicy`), and
/// who says so.
///
/// The stricter value wins, as in Apple's declarative schema, with one exception: the longer
/// history wins here (`pinHistory`), where the schema's rule would keep the shorter one.
public struct PasscodePolicy: Sendable, Hashable {
    /// What is set, by key.
    public let settings: [String: EffectiveSetting]

    /// Combines profiles, the earliest installed first.
    public init(_ profiles: [ConfigurationProfile]) {
        settings = EffectiveSetting.all(of: profiles, .passcode)
    }

    /// What payloads disagree about, by key.
    public var clashes: [EffectiveSetting] {
        settings.values.filter(\.isClash).sorted { $0.key < $1.key }
    }

    /// What follows for the device; a setting that cannot be used demands nothing, and is in
    /// ``unusable``.
    public var rules: PasscodeRules {
        var rules = PasscodeRules()
        rules.isRequired = flag("forcePIN") ?? rules.isRequired
        rules.allowsSimple = flag("allowSimple") ?? rules.allowsSimple
        rules.requiresLetters = flag("requireAlphanumeric") ?? rules.requiresLetters
        rules.minimumLength = number("minLength") ?? rules.minimumLength
        rules.minimumComplexCount = number("minComplexChars") ?? rules.minimumComplexCount
        rules.maximumFailedAttempts = number("maxFailedAttempts")
        rules.maximumInactivity = number("maxInactivity").map { .seconds(60 * $0) }
        rules.maximumGracePeriod = number("maxGracePeriod").map { .seconds(60 * $0) }
        rules.historyCount = number("pinHistory") ?? rules.historyCount
        rules.maximumAgeInDays = number("maxPINAgeInDays")
        return rules
    }

    /// Settings that demand nothing because no value for them can be used, by key.
    public var unusable: [EffectiveSetting] {
        settings.values.filter { $0.notes.contains(.unusable) }.sorted { $0.key < $1.key }
    }

    private func usable(_ key: String) -> PreferenceValue? {
        guard let setting = settings[key], !setting.notes.contains(.unusable) else { return nil }
        return setting.value
    }

    private func flag(_ key: String) -> Bool? {
        usable(key)?.flag
    }

    private func number(_ key: String) -> Int? {
        usable(key)?.wholeNumber
    }
}
