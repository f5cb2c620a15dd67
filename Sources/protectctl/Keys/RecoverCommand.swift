import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Implements `protectctl recover`.
struct RecoverCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Set another passcode with a recovery key or a key file, and unlock.",
        discussion: """
            For a passcode that was forgotten; wrong ones before do not matter. Where the device key is \
            lost, a new one is made, and passcodes that were set with the old one are gone.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Read the recovery key from here; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var recoveryKeyFile: String?
    @Option(
        help: ArgumentHelp("Recover with this file, which is one of the keys.", valueName: "file"),
        completion: .file()
    )
    var keyFile: String?
    @Option(
        help: ArgumentHelp("Read the new passcode from here; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var newPasscodeFile: String?

    func validate() throws {
        guard recoveryKeyFile == nil || keyFile == nil else {
            throw ValidationError("--recovery-key-file and --key-file exclude each other")
        }
        guard recoveryKeyFile != "-" || newPasscodeFile != "-" else {
            throw ValidationError("only one secret can come from standard input")
        }
    }

    func run() throws {
        let arena = SecureArena()
        // A wrong letter is told before anything is tried.
        let key = try key(arena)
        if let lost = try lostDeviceKey(arena) {
            try lost.replace(openingWith: key, settingPasscode: try newPasscode(arena))
            global.console.talk("the device key was lost; made a new one")
        } else {
            let session = try Session(global)
            session.reapplyProfiles(global.console)
            let new = try newPasscode(arena)
            try session.keys.recover(with: .key(key), settingPasscode: new)
            session.settleNotifications(global.console)
        }
    }

    private func key(_ arena: SecureArena) throws -> StrongKey {
        if let keyFile { return try KeyFile.read(keyFile, arena) }
        return try PasscodeInput(
            file: recoveryKeyFile,
            prompt: "Recovery key: ",
            subject: "recovery key"
        ).readRecoveryKey(arena)
    }

    private func newPasscode(_ arena: SecureArena) throws -> Passcode {
        try PasscodeInput(file: newPasscodeFile, prompt: "New passcode: ").readNew(arena)
    }

    /// Nil for a device whose key is there.
    private func lostDeviceKey(_ arena: SecureArena) throws -> LostDeviceKey? {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        do {
            return try LostDeviceKey(
                of: directory,
                keySource: try location.keySource(of: try directory.deviceID()),
                clock: MachineClock(),
                random: SystemRandomSource(),
                arena: arena
            )
        } catch let error as ProtectionError
            where error.code == .alreadyExists || error.code == .busy
        {
            // An agent has the keys, or could have them.
            return nil
        }
    }
}
