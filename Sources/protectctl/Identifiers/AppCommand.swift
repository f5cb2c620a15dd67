import ArgumentParser

/// Implements `protectctl app`.
struct AppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "The applications that are installed on the device.",
        discussion: """
            Identifiers belong to installations: with the last application of a vendor goes the \
            identifier for vendor, with an application its own and its answer about tracking. Before \
            the first unlock nothing is known of applications.
            """,
        subcommands: [AppInstallCommand.self, AppUninstallCommand.self, AppListCommand.self]
    )
}
