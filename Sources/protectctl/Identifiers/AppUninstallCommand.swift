import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl app uninstall`.
struct AppUninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall",
        abstract: "Remove an application with everything that belongs to it."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        try Session(global).identifiers().applications.uninstall(application)
    }
}
