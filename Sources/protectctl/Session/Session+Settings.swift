import ConfigurationProfiles
import DeviceIdentifiers
import KeyAgent
import KeyManagement
import Preferences

/// What a device keeps of its own.
extension Session {
    /// The installed profiles.
    var profiles: InstalledProfiles { InstalledProfiles(documents) }

    /// The defaults as an application of that domain sees them.
    ///
    /// - Throws: `PreferenceError`.
    func defaults(of domain: DefaultsDomain) throws -> DefaultsStore {
        DefaultsStore(
            try .init(domain),
            in: documents,
            forced: ProfileForcedPreferences(profiles) { MachineClock().wallTime() }
        )
    }

    /// Lets what the installed profiles demand take effect: of the passcode, with whoever holds the
    /// keys, and of tracking.
    ///
    /// - Throws: `ProfileError`, `KeyError`, `IdentifierError`.
    func applyProfiles() throws {
        let profiles = try profiles.effective(at: MachineClock().wallTime())
        try keys.setPasscodeRules(PasscodePolicy(profiles).rules)
        let limit = EffectiveRestrictions(profiles).settings["forceLimitAdTracking"]?.value
        let identifiers = IdentifierService(of: documents)
        var settings = try identifiers.settings()
        // A value that cannot be used is no permission to track.
        let isForbidden = limit.map { $0 != .boolean(false) } ?? false
        guard settings.isTrackingForbidden != isForbidden else { return }
        settings.isTrackingForbidden = isForbidden
        try identifiers.setSettings(settings)
    }
}
