import ArgumentParser

/// Implements `protectctl profile`.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Check, install and compare configuration profiles (.mobileconfig).",
        discussion: """
            Installed profiles force values on the defaults store, content restrictions among them, and \
            their passcode payloads bind the device: what a passcode must be like, when the device \
            locks, and after how many wrong passcodes it erases itself. Their notification settings \
            win over the user's.
            """,
        subcommands: [
            ProfileCheckCommand.self, ProfileInstallCommand.self, ProfileListCommand.self,
            ProfileRemoveCommand.self, ProfileDiffCommand.self,
        ]
    )
}
