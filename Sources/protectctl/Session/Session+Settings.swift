import ConfigurationProfiles
import DeviceIdentifiers
import KeyAgent
import KeyManagement
import Preferences
import ProtectedStore
import ProtectionModel

/// What a device keeps of its own.
extension Session {
    /// The installed profiles.
    var profiles: InstalledProfiles { InstalledProfiles(documents) }

    /// The defaults as an application of that domain sees them.
    ///
    /// - Throws: `ProtectionError`.
    func defaults(of domain: DefaultsDomain) throws -> DefaultsStore {
        DefaultsStore(
            try .init(domain),
            in: documents,
            forced: ProfileForcedPreferences(profiles) { MachineClock().wallTime() }
        )
    }

    /// Puts into effect what the installed profiles demand: of the passcode, with the holder of the
    /// keys, and of tracking.
    ///
    /// Done under the lock of the documents: of two commands that change profiles at once, the later
    /// one sees both changes. Repeating it finishes what an interrupted command left undone.
    ///
    /// - Throws: `ProtectionError`.
    func applyProfiles() throws {
        try documents.whileUnchanged {
            try keys.setPasscodeRules(PasscodePolicy(try effectiveProfiles()).rules)
        }
        // Profiles are read inside the update, which holds the same lock.
        var failure: (any Error)?
        try IdentifierService(of: documents).updateSettings { settings in
            do {
                let restrictions = EffectiveRestrictions(try effectiveProfiles()).settings
                let limit = restrictions["forceLimitAdTracking"]?.value
                // A value that cannot be used is not permission to track.
                settings.isTrackingForbidden = limit.map { $0 != .boolean(false) } ?? false
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func effectiveProfiles() throws -> [ConfigurationProfile] {
        try profiles.effective(at: MachineClock().wallTime())
    }

    /// The same where it is not what the command is for: a failure is reported, and the rules stay
    /// as they were.
    ///
    /// Before the first unlock profiles cannot be read, and nothing is said.
    func reapplyProfiles(_ console: Console) {
        do {
            guard try documents.isThere else { return }
            try applyProfiles()
        } catch {
            guard let report = ErrorReport(error), report.code != .protectedDataUnavailable else {
                return
            }
            console.talk("note: what profiles demand could not be checked again: \(report.message)")
        }
    }

    /// Applies profiles after one of them was changed; a failure mentions the change.
    ///
    /// - Throws: `ToolError`.
    func applyProfiles(after change: String) throws {
        do { try applyProfiles() } catch {
            guard let report = ErrorReport(error) else { throw error }
            throw ToolError(
                report.code,
                "\(change), but what profiles demand could not take effect: \(report.message)",
                hint: "'protectctl profile remove --force' removes a damaged profile"
            )
        }
    }
}
