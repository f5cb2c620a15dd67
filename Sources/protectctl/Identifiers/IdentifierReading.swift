import ArgumentParser
import DeviceIdentifiers

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
