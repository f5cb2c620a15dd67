import ArgumentParser

/// Implements `protectctl defaults`.
struct DefaultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults",
        abstract: "Read and write the defaults store: typed values in layered domains.",
        discussion: """
            A domain is an application's identifier, such as com.example.app, or NSGlobalDomain (-g), \
            which all applications read. Before the first unlock nothing can be read or written: \
            that is no "not set".
            """,
        subcommands: [
            DefaultsReadCommand.self, DefaultsWriteCommand.self, DefaultsDeleteCommand.self,
            DefaultsDomainsCommand.self, DefaultsWatchCommand.self,
        ]
    )
}
