import ArgumentParser

/// Implements `protectctl tracking`.
struct TrackingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracking",
        abstract: "Whether applications may track the user: who asks, and what is answered.",
        discussion: """
            The status is not-determined, restricted, denied or authorized. There is one prompt an \
            installation; the answer stays until the application is uninstalled.
            """,
        subcommands: [
            TrackingStatusCommand.self, TrackingRequestCommand.self, TrackingAnswerCommand.self,
            TrackingRequestsCommand.self,
        ]
    )
}
