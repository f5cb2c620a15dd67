import ArgumentParser
import DeviceIdentifiers

/// Implements `protectctl id privacy-report`.
struct IdentifierReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy-report",
        abstract: "Print the ledger as lines of JSON with the keys of Apple's App Privacy Report."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        for line in try Session(global).identifiers().ledger.privacyReport().split(separator: "\n")
        {
            try global.console.data(String(line))
        }
    }
}
