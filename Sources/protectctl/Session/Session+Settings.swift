import ConfigurationProfiles
import KeyAgent
import Preferences
import ProtectedStore
import ProtectionModel

/// What a device keeps of its own.
extension Session {
    /// The installed profiles.
    var profiles: InstalledProfiles { documents.profiles }

    /// The defaults as an application of that domain sees them.
    ///
    /// - Throws: `ProtectionError`.
    func defaults(of domain: DefaultsDomain) throws -> DefaultsStore {
        documents.preferences(of: try .init(domain))
    }

    /// Lets what the installed profiles demand take effect.
    ///
    /// - Throws: `ProtectionError`.
    func applyProfiles() throws {
        try documents.applyProfiles { try keys.setPasscodeRules($0) }
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
