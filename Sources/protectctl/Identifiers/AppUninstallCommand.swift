import ArgumentParser
import DeviceIdentifiers
import Preferences
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
        let applications = try session.identifiers().applications
        // The record goes last: whoever was interrupted can repeat this.
        if try applications.all().contains(where: { $0.identifier == application }) {
            try DeviceCredentials(session.documents).removeAll(of: "\(application)")
            // An application that is called like the global domain, or longer than any domain is,
            // has none of its own.
            if let domain = try? DefaultsDomain("\(application)"), domain != .global {
                try session.defaults(of: domain).remove(domain)
            }
        }
        try applications.uninstall(application)
    }
}
