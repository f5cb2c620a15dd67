public import DeviceIdentifiers
import KeyManagement
public import Preferences
public import ProtectedStore
import ProtectionModel

/// Configuration profiles on a device, and what follows from them.
extension Device {
    /// The defaults of an application as it sees them: what is stored, and before that what the
    /// installed profiles force.
    ///
    /// ```swift
    /// let preferences = try device.preferences(of: "com.example.player")
    /// let decision = RestrictionChecker(preferences).decide(rating)
    /// ```
    ///
    /// Both are looked at anew at each question. Before the first unlock what is stored or forced is
    /// `defaults-unreadable`, never "not set". Whether anything is, is known in every lock state: a
    /// device without profiles and defaults forces and sets nothing then, either.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a name that no application or suite
    ///   has, and for a suite that is the application itself.
    public func preferences(
        of application: String,
        suites: [String] = []
    ) throws(ProtectionError) -> DefaultsStore {
        try ProtectionError.wrapping {
            let domains = try suites.map { try DefaultsDomain($0) }
            return documents.preferences(
                of: try .init(DefaultsDomain(application), suites: domains)
            )
        }
    }

    /// The installed profiles, the earliest first.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`, `protected-data-unavailable` before the first
    ///   unlock where there are any, `authentication-failure` for a damaged one.
    public var installedProfiles: [InstalledProfile] {
        get throws(ProtectionError) { try documents.profiles.list() }
    }

    /// What the installed profiles restrict, all together.
    ///
    /// - Throws: as ``installedProfiles``.
    public var restrictions: EffectiveRestrictions {
        get throws(ProtectionError) {
            try ProtectionError.wrapping {
                EffectiveRestrictions(try documents.effectiveProfiles())
            }
        }
    }

    /// What the installed profiles force upon notifications, all together.
    ///
    /// - Throws: as ``installedProfiles``.
    public var notificationSettings: EffectiveNotificationSettings {
        get throws(ProtectionError) {
            try ProtectionError.wrapping {
                EffectiveNotificationSettings(try documents.effectiveProfiles())
            }
        }
    }

    /// What of that is in force: known in every lock state, also before the first unlock.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` where it is damaged, until
    ///   ``applyProfiles()`` writes it anew; `unsupported-version`, `device-off`, `io-error`.
    public var notificationRules: NotificationRules {
        get throws(ProtectionError) { try NotificationRulesStore(documents).read() }
    }

    /// Installs a `.mobileconfig`, in the place of the profile with the same `PayloadIdentifier`, and
    /// lets it take effect.
    ///
    /// Whether to trust its signer is yours to decide, and comes first:
    /// ``ConfigurationProfile/signature``. A profile that does not allow its removal is replaced only
    /// by one of the same signer, or with `force`.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-profile`, also for an encrypted one;
    ///   `permission-denied` for one that may not be replaced; else as ``installedProfiles``, and
    ///   `busy`, `no-space`, `io-error`. When it is installed and could not take effect,
    ///   ``applyProfiles()`` finishes the work.
    @discardableResult
    public func installProfile(
        _ bytes: [UInt8],
        force: Bool = false
    ) throws(ProtectionError) -> InstalledProfile {
        // A damaged one would keep this one from taking effect: that is known before.
        _ = try installedProfiles
        let time = MachineClock().wallTime()
        let installed = try documents.profiles.install(bytes, at: time, force: force)
        try applyProfiles()
        return installed
    }

    /// Removes the profile with a `PayloadIdentifier`, and what it forced.
    ///
    /// `force` also removes one that forbids it or is damaged.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `permission-denied` for one that forbids it;
    ///   else as ``installProfile(_:force:)``.
    public func removeProfile(
        _ identifier: String,
        force: Bool = false
    ) throws(ProtectionError) {
        try documents.profiles.remove(identifier, force: force)
        try applyProfiles()
    }

    /// Lets what the installed profiles demand of passcodes, tracking, notifications and activities take effect.
    ///
    /// Installing and removing do that. Call it after each unlock, too: a profile may have reached the
    /// day on which it goes by itself. Restrictions and forced defaults need no such call.
    ///
    /// - Throws: as ``installProfile(_:force:)``.
    public func applyProfiles() throws(ProtectionError) {
        try ProtectionError.wrapping { try documents.applyProfiles(setPasscodeRules) }
    }
}

extension DeviceDocuments {
    /// The installed profiles.
    package var profiles: InstalledProfiles { InstalledProfiles(self) }

    /// The profiles that count now.
    ///
    /// - Throws: as ``InstalledProfiles/list()``.
    package func effectiveProfiles() throws -> [ConfigurationProfile] {
        try profiles.effective(at: MachineClock().wallTime())
    }

    /// The defaults of these domains, with what the profiles force.
    package func preferences(of domains: DefaultsStore.Domains) -> DefaultsStore {
        DefaultsStore(
            domains,
            in: self,
            forced: ProfileForcedPreferences(profiles) { MachineClock().wallTime() }
        )
    }

    /// Lets what the installed profiles demand take effect: of the passcode, with whoever holds the
    /// keys, of tracking, of notifications, and of activities.
    ///
    /// Of two programs that change profiles at once, the later one sees both changes. Repeating it
    /// finishes what an interrupted one left undone.
    ///
    /// - Throws: `ProtectionError`.
    package func applyProfiles(_ setPasscodeRules: (PasscodeRules) throws -> Void) throws {
        // Rules that shorten a running grace lock the device, and what observes the lock may use
        // documents: so their lock is not held here. Whoever set rules looks whether they still hold.
        var applied: PasscodeRules?
        while true {
            let rules = PasscodePolicy(try effectiveProfiles()).rules
            guard rules != applied else { break }
            try setPasscodeRules(rules)
            applied = rules
        }
        // Profiles are read inside the update, which holds the same lock.
        var failure: (any Error)?
        try IdentifierService(of: self).updateSettings { settings in
            do {
                let restrictions = EffectiveRestrictions(try effectiveProfiles()).settings
                let limit = restrictions["forceLimitAdTracking"]?.value
                // A value that cannot be used does not permit tracking.
                settings.isTrackingForbidden = limit.map { $0 != .boolean(false) } ?? false
            } catch { failure = error }
        }
        if let failure { throw failure }
        try NotificationRulesStore(self).replace { () throws(ProtectionError) in
            try ProtectionError.wrapping {
                EffectiveNotificationSettings(try effectiveProfiles()).rules
            }
        }
        try HandoffRulesStore(self).replace { () throws(ProtectionError) in
            try ProtectionError.wrapping {
                EffectiveRestrictions(try effectiveProfiles()).handoffRules
            }
        }
    }
}
