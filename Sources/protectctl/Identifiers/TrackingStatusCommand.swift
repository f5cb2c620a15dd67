import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl tracking status`.
struct TrackingStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the status of an application."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try BundleIdentifier(application)
        let status = try Session(global).identifiers().tracking.status(of: application)
        guard global.json else { return try global.console.data("\(status)") }
        try global.console.document(
            Document(app: application.description, status: status.description)
        )
    }

    private struct Document: Encodable {
        let version = 1
        let app: String
        let status: String
    }
}
