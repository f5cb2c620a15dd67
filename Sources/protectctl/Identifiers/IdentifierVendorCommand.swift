import ArgumentParser
import DeviceIdentifiers
import ProtectionModel

/// Implements `protectctl id vendor`.
struct IdentifierVendorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vendor",
        abstract: "Print the identifier for vendor.",
        discussion: """
            The same in every application of a vendor, while one of them is installed. Before the \
            first unlock there is none: nothing is printed, status 75.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup var reading: IdentifierReading

    func run() throws {
        let application = try reading.bundle()
        let identifier = try Session(global).identifiers().vendorIdentifier(
            for: application,
            purpose: reading.purpose
        )
        // A device that was restarted just now.
        guard let identifier else { throw ProtectionError.identifiersUnavailable }
        try IdentifierDocument(.vendor, identifier, of: application).print(global.console)
    }
}
