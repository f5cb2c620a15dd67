import ArgumentParser
import KeyAgent
import KeyManagement
import SodiumCrypto

/// What shows that somebody may change the keys of a device.
struct Authorization: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read the passcode from here; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var passcodeFile: String?
    @Option(
        help: ArgumentHelp("Read a recovery key from here; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var recoveryKeyFile: String?
    @Option(
        help: ArgumentHelp("This file is one of the keys.", valueName: "file"),
        completion: .file()
    )
    var keyFile: String?

    func validate() throws {
        guard given.count < 2 else {
            throw ValidationError(
                "--passcode-file, --recovery-key-file and --key-file exclude each other"
            )
        }
    }

    /// Whether one was named.
    var isGiven: Bool { !given.isEmpty }

    private var given: [String] { [passcodeFile, recoveryKeyFile, keyFile].compactMap(\.self) }
    /// Whether it is to be a passcode.
    var isOfPasscode: Bool { recoveryKeyFile == nil && keyFile == nil }

    /// Whether standard input is asked for.
    var readsStandardInput: Bool { passcodeFile == "-" || recoveryKeyFile == "-" }

    /// The credential; nil on a device that has no passcode, unless one was named.
    ///
    /// - Throws: `passcode-required` when there is neither a file nor a terminal.
    func credential(_ keys: AgentKeyService) throws -> KeyCredential? {
        try credential(hasPasscode: try keys.status().hasPasscode, keys.arena)
    }

    /// As ``credential(_:)``, on a device of which is known whether it has a passcode.
    func credential(hasPasscode: Bool, _ arena: SecureArena) throws -> KeyCredential? {
        if let keyFile { return .key(try KeyFile.read(keyFile, arena)) }
        if let recoveryKeyFile {
            return .key(try PasscodeInput.recoveryKey(in: recoveryKeyFile, arena))
        }
        guard passcodeFile != nil || hasPasscode else { return nil }
        let input = PasscodeInput(file: passcodeFile, prompt: "Passcode: ")
        return .passcode(try input.read(arena))
    }
}
