import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl app install`.
struct AppInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an application, or update it in place.",
        discussion: """
            The vendor is determined now: as the store names it, else by the team, else from the \
            bundle identifier. An update keeps the identifiers and the answer about tracking.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(help: ArgumentHelp("The vendor as the store names it.", valueName: "name"))
    var vendor: String?
    @Option(help: ArgumentHelp("The team that signed it.", valueName: "id"))
    var team: String?
    @Option(help: ArgumentHelp("How it comes onto the device.", valueName: "way"))
    var distribution = Choice(Distribution.store)
    @Option(
        help: ArgumentHelp(
            "What it tells the user when it asks for tracking; needed to ask.",
            valueName: "text"
        )
    )
    var trackingUsage: String?
    @Argument(help: ArgumentHelp("The application, such as com.example.mail.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try NewApplication(
            BundleIdentifier(application),
            vendor: vendor,
            team: team,
            distribution: distribution.value,
            trackingUsage: trackingUsage
        )
        try Session(global).identifiers().applications.install(application)
    }
}
