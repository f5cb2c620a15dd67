import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel

/// Implements `protectctl unlock`.
struct UnlockCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock the device with its passcode."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Read the passcode from here; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var passcodeFile: String?
    @Flag(help: "Read the passcode from standard input, as pam_exec(8) gives it.")
    var stdin = false

    func validate() throws {
        guard passcodeFile == nil || !stdin else {
            throw ValidationError("--stdin and --passcode-file exclude each other")
        }
    }

    func run() throws {
        let passcodeFile = stdin ? "-" : passcodeFile
        let session = try Session(global)
        guard try session.keys.status().hasPasscode else {
            guard passcodeFile == nil else {
                // Whoever gives one believes that it guards the device.
                throw ToolError(
                    .passcodeNotSet,
                    "the device '\(try DeviceLocation(global).directory)' has no passcode"
                )
            }
            return
        }
        let passcode = try PasscodeInput(file: passcodeFile, prompt: "Passcode: ")
            .read(session.keys.arena)
        try session.keys.unlock(passcode)
        // A profile may have expired, or a command that changed some may have been interrupted.
        session.reapplyProfiles(global.console)
        session.settleNotifications(global.console)
    }
}
