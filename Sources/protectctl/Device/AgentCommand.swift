import ArgumentParser

/// Implements `protectctl agent`.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "The process that holds the keys.",
        subcommands: [AgentRunCommand.self]
    )
}
