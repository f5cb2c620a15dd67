import ConfigurationProfiles
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

    /// Hands what the installed profiles demand of the passcode to whoever holds the keys.
    ///
    /// - Throws: `ProfileError`, `KeyError`.
    func applyPasscodeRules() throws {
        let profiles = try profiles.effective(at: MachineClock().wallTime())
        try keys.setPasscodeRules(PasscodePolicy(profiles).rules)
    }
}
