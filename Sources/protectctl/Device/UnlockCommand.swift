import ArgumentParser
import KeyAgent
import KeyManagement

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

    func run() throws {
        let session = try Session(global)
        guard try session.keys.status().hasPasscode else { return }
        let passcode = try PasscodeInput(file: passcodeFile, prompt: "Passcode: ")
            .read(session.keys.arena)
        try session.keys.unlock(passcode)
        // A profile may have run out, or a command that changed some been interrupted.
        session.reapplyProfiles(global.console)
    }
}
