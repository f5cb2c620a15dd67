import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl id reset-own`.
struct IdentifierResetOwnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-own",
        abstract: "Give an application another identifier of its own."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        try Session(global).identifiers().resetOwnIdentifier(of: application)
    }
}
