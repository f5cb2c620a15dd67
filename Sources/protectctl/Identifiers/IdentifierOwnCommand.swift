import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl id own`.
struct IdentifierOwnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "own",
        abstract: "Print the application's own identifier, which is removed with it."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var reading: IdentifierReading

    func run() throws {
        let application = try reading.bundle()
        let identifier = try Session(global).identifiers().ownIdentifier(
            of: application,
            purpose: reading.purpose
        )
        try IdentifierDocument(.own, identifier, of: application).print(global.console)
    }
}

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
