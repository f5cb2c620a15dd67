import ArgumentParser
import ConfigurationProfiles
import ProtectionModel

/// Implements `protectctl profile remove`.
struct ProfileRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a profile, and what it forced."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Even one that does not allow it, or is damaged.") var force = false
    @Argument(help: ArgumentHelp("The profile's PayloadIdentifier.", valueName: "identifier"))
    var identifier: String

    func run() throws {
        let session = try Session(global)
        if !force { _ = try session.profiles.list() }
        do { try session.profiles.remove(identifier, force: force) } catch {
            switch error.code {
            case .permissionDenied:
                throw ToolError(
                    error.code,
                    error.description,
                    hint: "--force removes it all the same"
                )
            case .notFound:
                throw ToolError(
                    error.code,
                    error.description,
                    hint: "'protectctl profile list' lists what is installed"
                )
            default: throw error
            }
        }
        try session.applyProfiles(after: "'\(identifier)' is removed")
    }
}
