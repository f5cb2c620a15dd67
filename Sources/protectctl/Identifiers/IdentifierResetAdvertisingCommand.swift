import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl id reset-advertising`.
struct IdentifierResetAdvertisingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-advertising",
        abstract: "Give the device another advertising identifier."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws { try Session(global).identifiers().resetAdvertisingIdentifier() }
}
