import ArgumentParser
import Preferences
import ProtectionModel

/// Implements `protectctl defaults`.
struct DefaultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults",
        abstract: "Read and write the defaults store: typed values in layered domains.",
        discussion: """
            A domain is an application's identifier, such as com.example.app, or NSGlobalDomain (-g), \
            which all applications read. Before the first unlock nothing can be read or written, \
            which does not mean "not set".
            """,
        subcommands: [
            DefaultsReadCommand.self, DefaultsWriteCommand.self, DefaultsDeleteCommand.self,
            DefaultsDomainsCommand.self, DefaultsWatchCommand.self,
        ]
    )
}

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

extension ToolError {
    /// A domain, or a key of it, that has no value.
    init(notSet domain: DefaultsDomain, key: String? = nil) {
        let subject = key.map { "the key '\($0)' of the domain" } ?? "the domain"
        self.init(
            .notFound,
            "\(subject) '\(domain)' is not set",
            hint: "'protectctl defaults read' lists what is set"
        )
    }
}
