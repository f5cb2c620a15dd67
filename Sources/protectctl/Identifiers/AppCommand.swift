import ArgumentParser
import DeviceIdentifiers
import Documents
import Preferences
import ProtectedStore

/// Implements `protectctl app`.
struct AppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "Applications installed on the device.",
        discussion: """
            Identifiers belong to installations: the identifier for vendor goes with the vendor's last \
            application, an application's own identifier and its answer about tracking go with it. \
            Before the first unlock nothing is known of applications.
            """,
        subcommands: [AppInstallCommand.self, AppUninstallCommand.self, AppListCommand.self]
    )
}

/// Implements `protectctl app install`.
struct AppInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install an application, or update it in place.",
        discussion: """
            The vendor is determined now: by the name in the store, else by the team, else from the \
            bundle identifier. An update keeps the identifiers and the answer about tracking.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(help: ArgumentHelp("The vendor as the store names it.", valueName: "name"))
    var vendor: String?
    @Option(help: ArgumentHelp("The team that signed it.", valueName: "id"))
    var team: String?
    @Option(help: ArgumentHelp("How it gets onto the device.", valueName: "way"))
    var distribution = Choice(Distribution.store)
    @Option(
        help: ArgumentHelp(
            "What it tells the user when it asks for tracking; needed to ask.",
            valueName: "text"
        )
    )
    var trackingUsage: String?
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A type of activities that it continues; may be repeated.",
            valueName: "type"
        )
    )
    var activityType: [String] = []
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A domain that it is entitled to, such as activitycontinuation:example.com.",
            valueName: "service:host"
        )
    )
    var associatedDomain: [String] = []
    @Argument(help: ArgumentHelp("The application, such as com.example.mail.", valueName: "bundle"))
    var application: String

    func run() throws {
        let application = try NewApplication(
            BundleIdentifier(application),
            vendor: vendor,
            team: team,
            distribution: distribution.value,
            trackingUsage: trackingUsage,
            activityTypes: Set(activityType),
            associatedDomains: Set(associatedDomain)
        )
        try Session(global).identifiers().applications.install(application)
    }
}

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
        // The record goes last, so that an interrupted removal can be repeated.
        if try applications.all().contains(where: { $0.identifier == application }) {
            try DeviceCredentials(session.documents).removeAll(of: "\(application)")
            // An application named like the global domain, or longer than a domain may be, has none
            // of its own.
            if let domain = try? DefaultsDomain("\(application)"), domain != .global {
                try session.defaults(of: domain).remove(domain)
            }
        }
        try applications.uninstall(application)
    }
}

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

/// An installed application as JSON.
struct ApplicationDocument: Encodable {
    private struct Vendor: Encodable {
        let source: String
        let name: String
    }

    private enum Key: String, CodingKey {
        case app, distribution, vendor, trackingUsage, team, activityTypes, associatedDomains
    }

    private let application: InstalledApplication

    init(_ application: InstalledApplication) { self.application = application }

    /// With null for a missing usage text.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(application.identifier, forKey: .app)
        try container.encode(application.distribution, forKey: .distribution)
        try container.encode(application.trackingUsage, forKey: .trackingUsage)
        try container.encode(application.team, forKey: .team)
        try container.encode(application.activityTypes.sorted(), forKey: .activityTypes)
        try container.encode(application.associatedDomains.sorted(), forKey: .associatedDomains)
        try container.encode(
            Vendor(source: application.vendor.source.rawValue, name: application.vendor.name),
            forKey: .vendor
        )
    }
}
