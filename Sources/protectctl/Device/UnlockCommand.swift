import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel

/// Implements `protectctl unlock`.
struct UnlockCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock the device with its passcode, or with a key file.",
        discussion: "With a recovery key: 'protectctl recover', which sets another passcode."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Read the passcode from here; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var passcodeFile: String?
    @Flag(help: "Read the passcode from standard input, as pam_exec(8) gives it.")
    var stdin = false
    @Option(
        help: ArgumentHelp("Unlock with this file, which is one of the keys.", valueName: "file"),
        completion: .file()
    )
    var keyFile: String?

    func validate() throws {
        let given = [passcodeFile != nil, stdin, keyFile != nil].count { $0 }
        guard given < 2 else {
            throw ValidationError("--passcode-file, --stdin and --key-file exclude each other")
        }
    }

    func run() throws {
        let passcodeFile = stdin ? "-" : passcodeFile
        let session = try Session(global)
        guard try session.keys.status().hasPasscode else {
            guard passcodeFile == nil, keyFile == nil else {
                // Whoever gives one believes that it guards the device.
                throw ToolError(
                    .passcodeNotSet,
                    "the device '\(try DeviceLocation(global).directory)' has no passcode"
                )
            }
            return
        }
        let arena = session.keys.arena
        if let keyFile {
            try session.keys.unlock(.key(try KeyFile.read(keyFile, arena)))
        } else {
            let input = PasscodeInput(file: passcodeFile, prompt: "Passcode: ")
            try session.keys.unlock(.passcode(try input.read(arena)))
        }
        // A profile may have expired, or a command that changed some may have been interrupted.
        session.reapplyProfiles(global.console)
        session.settleNotifications(global.console)
    }
}
