import ArgumentParser
import DeviceIdentifiers
import Documents

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
