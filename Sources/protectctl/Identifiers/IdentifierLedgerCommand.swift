import ArgumentParser
import DeviceIdentifiers
import Documents

/// Implements `protectctl id ledger`.
struct IdentifierLedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Print who read which identifier, when, what for, and with what result.",
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
        try global.console.data(count == 1 ? "1 entry, whole" : "\(count) entries, all whole")
    }

    private struct Count: Encodable {
        let version = 1
        let entries: Int
    }
}
