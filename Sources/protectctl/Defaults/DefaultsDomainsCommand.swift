import ArgumentParser
import Preferences

/// Implements `protectctl defaults domains`.
struct DefaultsDomainsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains",
        abstract: "List the stored domains; works in every lock state."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let domains = try Session(global).defaults(of: .global).storedDomains()
        guard !global.json else { return try global.console.document(domains.map(\.name)) }
        for domain in domains { try global.console.data(global.console.shown(domain.name)) }
    }
}
