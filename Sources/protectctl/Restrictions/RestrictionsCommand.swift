import ArgumentParser

/// Implements `protectctl restrictions`.
struct RestrictionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restrictions",
        abstract: "Whether a piece of media may be shown, and why.",
        discussion: """
            The limits are read from the defaults store, forced values first. A limit that is missing \
            or cannot be used is not permission: the decision is then left to your own policy, \
            --if-unset.
            """,
        subcommands: [
            RestrictionsCheckCommand.self, RestrictionsShowCommand.self,
            RestrictionsRegionsCommand.self,
        ]
    )
}
