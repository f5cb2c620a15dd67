import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl id`.
struct IdentifierCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "id",
        abstract: "Identifiers as installed applications read them.",
        discussion: """
            Each reading is entered in a ledger, with the purpose that was stated. Before the first \
            unlock no identifier can be read, status 75, which does not mean a new identifier.
            """,
        subcommands: [
            IdentifierVendorCommand.self, IdentifierAdvertisingCommand.self,
            IdentifierResetAdvertisingCommand.self, IdentifierUserCommand.self,
            IdentifierOwnCommand.self, IdentifierResetOwnCommand.self,
            IdentifierLedgerCommand.self, IdentifierSummaryCommand.self,
            IdentifierReportCommand.self, IdentifierSettingsCommand.self,
        ]
    )
}

/// What every reading of an identifier takes.
struct IdentifierReading: ParsableArguments {
    @Option(
        help: ArgumentHelp("What it is read for; goes into the ledger.", valueName: "text")
    )
    var purpose: String?

    @Argument(help: ArgumentHelp("The application that reads it.", valueName: "bundle"))
    var application: String

    /// The application.
    ///
    /// - Throws: `ProtectionError`.
    func bundle() throws -> BundleIdentifier { try BundleIdentifier(application) }
}
