import ArgumentParser
import DeviceIdentifiers
import ProtectedKeychain
import ProtectionModel

/// Implements `protectctl keychain`.
struct KeychainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keychain",
        abstract: "Passwords in the device's keychain.",
        discussion: """
            An item belongs to an access group: an application's own, which has its name, or one that \
            applications share. It outlives the application. What is locked is status 75, what \
            does not exist 66.
            """,
        subcommands: [
            KeychainListCommand.self, KeychainAddCommand.self, KeychainGetCommand.self,
            KeychainRemoveCommand.self,
        ]
    )
}

/// Which password a command is about.
struct PasswordOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The application whose item it is.", valueName: "bundle"))
    var app: String?
    @Option(help: ArgumentHelp("The access group instead, where it is shared.", valueName: "name"))
    var group: String?
    @Option(help: ArgumentHelp("The service of a generic password.", valueName: "name"))
    var service: String?
    @Option(help: ArgumentHelp("The server of an internet password.", valueName: "name"))
    var server: String?
    @Option(help: ArgumentHelp("The account.", valueName: "name"))
    var account: String?

    func validate() throws {
        guard (app == nil) != (group == nil) else {
            throw ValidationError(
                "name the application with --app, or the access group with --group"
            )
        }
        guard (service == nil) != (server == nil) else {
            throw ValidationError("name what it is for with --service or --server")
        }
    }

    /// The search for it; what is not said may be anything.
    func query() throws -> ItemQuery {
        .password(
            server.map { .server($0) } ?? .service(service ?? ""),
            account: account,
            group: try group ?? app.map { try BundleIdentifier($0).description }
        )
    }
}

extension Session {
    /// The keychain, with the items of all applications.
    var keychain: ItemStore { ItemStore(documents, .all) }
}
