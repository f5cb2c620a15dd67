import ArgumentParser
import DeviceIdentifiers
import Documents

/// Implements `protectctl app list`.
struct AppListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the installed applications with their vendors."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let applications = try Session(global).identifiers().applications.all()
        guard !global.json else {
            return try global.console.document(applications.map(ApplicationDocument.init))
        }
        var table = Table([.left, .left, .left])
        for application in applications {
            table.add([
                application.identifier.description, application.distribution.rawValue,
                "\(application.vendor.source.rawValue):\(application.vendor.name)",
            ])
        }
        for line in table.lines() { try global.console.data(global.console.shown(line)) }
    }
}
