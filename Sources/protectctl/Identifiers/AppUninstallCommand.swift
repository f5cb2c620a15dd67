import ArgumentParser
import DeviceIdentifiers
import ProtectedStore

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
        let session = try Session(global)
        try session.identifiers().applications.uninstall(application)
        try DeviceCredentials(session.documents).removeAll(of: "\(application)")
    }
}
