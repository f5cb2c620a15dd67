import ArgumentParser

/// Implements `protectctl notify`.
struct NotifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Notifications: what comes, what a screen shows of it, what is kept.",
        discussion: """
            Contents follow the lock: where previews are hidden there is no key for them. Before the \
            first unlock nothing is known of what came earlier. 'seal', 'sender-key' and 'check' need \
            no device.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "User",
                subcommands: [
                    NotifyAuthorizeCommand.self, NotifyAnswerCommand.self,
                    NotifySettingsCommand.self, NotifyQuietCommand.self,
                ]
            ),
            CommandGroup(
                name: "Application",
                subcommands: [
                    NotifyCategoriesCommand.self, NotifyAddCommand.self, NotifyListCommand.self,
                    NotifyRemoveCommand.self, NotifyResponsesCommand.self,
                ]
            ),
            CommandGroup(
                name: "Push",
                subcommands: [
                    NotifyRegisterCommand.self, NotifySenderKeyCommand.self,
                    NotifySealCommand.self, NotifyCheckCommand.self, NotifyPushCommand.self,
                ]
            ),
            CommandGroup(
                name: "Screen",
                subcommands: [
                    NotifyScreenCommand.self, NotifyRespondCommand.self,
                    NotifyPositionCommand.self, NotifyWatchCommand.self,
                ]
            ),
        ]
    )
}
