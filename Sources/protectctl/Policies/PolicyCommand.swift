import ArgumentParser

/// Implements `protectctl policy`.
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Start, check and show policies: what is demanded of an app's data.",
        discussion: """
            A policy says, per kind of data, where it lives, which class it needs and why, and which \
            code must reach it while the device is locked. Policies extend one another; shipped are \
            baseline, strict, messaging, health and kids-and-media.
            """,
        subcommands: [PolicyInitCommand.self, PolicyCheckCommand.self, PolicyShowCommand.self]
    )
}
