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
    /// Done under the lock of the documents: of two commands that change profiles at once, the later
    /// one sees both changes. Repeating it mends what an interrupted command left undone.
    ///
    /// - Throws: `ProfileError`, `KeyError`, `IdentifierError`.
    func applyProfiles() throws {
        var isForbidden = false
        try documents.whileUnchanged {
            let profiles = try profiles.effective(at: MachineClock().wallTime())
            try keys.setPasscodeRules(PasscodePolicy(profiles).rules)
            let limit = EffectiveRestrictions(profiles).settings["forceLimitAdTracking"]?.value
            // A value that cannot be used is no permission to track.
            isForbidden = limit.map { $0 != .boolean(false) } ?? false
        }
        let identifiers = IdentifierService(of: documents)
        var settings = try identifiers.settings()
        guard settings.isTrackingForbidden != isForbidden else { return }
        settings.isTrackingForbidden = isForbidden
        try identifiers.setSettings(settings)
    }

    /// The same where it is not what the command is for: a failure is told, and the rules stay as
    /// they were.
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
            console.talk("note: what profiles demand was not looked at again: \(report.message)")
        }
    }

    /// Applies profiles after one of them was changed; a failure says that it was.
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
