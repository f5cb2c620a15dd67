import ArgumentParser
import DeviceIdentifiers
import Documents
import ProtectionModel

/// Implements `protectctl id ledger`.
struct IdentifierLedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Print who read which identifier, when, for what, and with what result.",
        discussion: """
            The whole ledger is checked each time. One whose entries were changed, removed, moved or \
            cut off is refused with the number of the first broken entry, status 65.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Check it, and print how many entries there are.")
    var verify = false

    func run() throws {
        let ledger = try Session(global).identifiers().ledger
        guard !verify else { return try printCount(ledger.verify()) }
        let entries = try ledger.entries()
        guard !global.json else { return try global.console.document(entries) }
        var table = Table([.right, .left, .left, .left, .left, .left])
        for entry in entries {
            table.add([
                "\(entry.sequence)", entry.at, entry.app.description, entry.identifier.description,
                entry.result.description, entry.purpose?.printable ?? "-",
            ])
        }
        for line in table.lines() { try global.console.data(line.printable) }
    }

    private func printCount(_ count: Int) throws {
        guard !global.json else { return try global.console.document(Count(entries: count)) }
        try global.console.data(count == 1 ? "1 entry, intact" : "\(count) entries, all intact")
    }

    private struct Count: Encodable {
        let version = 1
        let entries: Int
    }
}

/// Implements `protectctl id summary`.
struct IdentifierSummaryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract: "Print what each application has read, and how often without a purpose."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let summaries = try Session(global).identifiers().ledger.summary()
        guard !global.json else { return try global.console.document(summaries) }
        var table = Table([.left, .left, .left])
        for summary in summaries {
            let identifiers = summary.identifiers.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value)" }
            table.add([
                summary.app.description, identifiers.joined(separator: ", "),
                "\(summary.withoutPurpose) without purpose",
            ])
        }
        for line in table.lines() { try global.console.data(global.console.shown(line)) }
    }
}

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
