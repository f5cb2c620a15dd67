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
            For a passcode that was forgotten; wrong ones before do not matter, and a PIN can be tried \
            again. Where the device key is lost, --new-device-key makes another one, in a file, or sealed \
            by a TPM where the old one was: passcodes and PINs of the old one are gone, and rules for the \
            passcode until profiles bring them back.
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
    @Flag(help: "The device key is lost: make a new one in its place.")
    var newDeviceKey = false
    @Option(
        defaultAsFlag: SecurityChip.standardAddress,
        parsing: .next,
        help: ArgumentHelp(
            "Seal the new device key to this TPM 2.0.",
            discussion: "How tpm2-tss reaches it, such as device:/dev/tpmrm0 or swtpm:path=FILE.",
            valueName: "tcti"
        )
    )
    var tpm: String?
    @Option(
        help: ArgumentHelp(
            "Open it only while these registers (PCR, sha256) have their present values.",
            valueName: "list"
        )
    )
    var tpmPcrs: String?

    func validate() throws {
        guard tpm == nil || newDeviceKey else {
            throw ValidationError("--tpm needs --new-device-key")
        }
        guard tpmPcrs == nil || tpm != nil else {
            throw ValidationError("--tpm-pcrs needs --tpm")
        }
        guard tpmPcrs.map({ PCRSelection(list: $0) != nil }) ?? true else {
            throw ValidationError("--tpm-pcrs takes numbers from 0 to 23, such as 7,11")
        }
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
        let input = PasscodeInput(file: newPasscodeFile, prompt: "New passcode: ")
        if let new = try replaceLostDeviceKey(key, input) {
            try unlock(new)
        } else {
            let session = try Session(global)
            session.reapplyProfiles(global.console)
            let replaced = try KeySlots(global).all.first { $0.kind == .passcode }
            try session.keys.recover(
                with: .key(key),
                settingPasscode: try input.readNew(arena)
            )
            if let replaced {
                global.console.talk(
                    "the new passcode took the place of '\(replaced.name.printable)'"
                )
            }
            session.settleNotifications(global.console)
            tellOfPIN()
        }
    }

    /// Unlocks a device whose key was just made anew: that is done, also where only a service may switch
    /// the device on.
    private func unlock(_ passcode: borrowing Passcode) throws {
        let session: Session
        do { session = try Session(global) } catch let error as ToolError
            where error.code == .agentUnreachable || error.code == .deviceOff
        {
            global.console.talk(
                "the device is off; unlock it with the new passcode once its agent runs: "
                    + (error.hint ?? "'protectctl boot' starts one")
            )
            return
        }
        try session.keys.unlock(passcode)
    }

    /// A PIN that its chip's owner alone can set back stays as it was.
    private func tellOfPIN() {
        guard let slots = try? KeySlots(global).all, let pin = PINReport(slots), !pin.isOpen else {
            return
        }
        global.console.talk(
            "the PIN '\(pin.name)' is not taken: \(pin.words); 'key remove' and 'key add tpm' make "
                + "another one"
        )
    }

    /// The new passcode of a device whose key was lost and is replaced, so that an agent can take
    /// hold of it; nil for one whose key is there.
    private func replaceLostDeviceKey(
        _ key: borrowing StrongKey,
        _ input: PasscodeInput
    ) throws -> Passcode? {
        let arena = key.secret.arena
        guard let lost = try lostDeviceKey(arena) else { return nil }
        let new = try input.readNew(arena)
        let location = try DeviceLocation(global)
        let path = try location.keyPath(of: try location.open().deviceID())
        try HostPath.makePrivateFolders(HostPath.parent(of: path))
        let kept = try lost.replace(
            openingWith: key,
            settingPasscode: new,
            storingDeviceKeyIn: try newKeySource(location)
        )
        global.console.talk("made a new device key, '\(path)'")
        let names = kept.map { "'\($0.name)'" }.joined(separator: ", ")
        global.console.talk("these keys open the device as before: \(names)")
        return new
    }

    /// Nil for the place of the old one.
    private func newKeySource(_ location: DeviceLocation) throws -> (any DeviceKeySource)? {
        guard let tpm else { return nil }
        let device = try location.open().deviceID()
        let old = try? SecurityChip.sealedKey(at: try location.keyPath(of: device))
        let chip = try SecurityChip.named(byOption: tpm)
        // One that does not answer is known before anything is destroyed.
        _ = try chip.isOwnerAuthorizationSet()
        return try location.newKeySource(
            of: device,
            in: chip,
            boundTo: tpmPcrs.flatMap { PCRSelection(list: $0) } ?? old?.object.registers ?? .none
        )
    }

    private func key(_ arena: SecureArena) throws -> StrongKey {
        if let keyFile { return try KeyFile.read(keyFile, arena) }
        return try PasscodeInput.recoveryKey(in: recoveryKeyFile, arena)
    }

    /// Nil for a device whose key is there.
    private func lostDeviceKey(_ arena: SecureArena) throws -> LostDeviceKey? {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        let lost: LostDeviceKey
        do {
            lost = try LostDeviceKey(
                of: directory,
                keySource: try location.keySource(of: try directory.deviceID()),
                chips: SecurityChip.opener,
                clock: MachineClock(),
                random: SystemRandomSource(),
                arena: arena
            )
        } catch let error as ProtectionError
            where error.code == .alreadyExists || error.code == .busy
        {
            // An agent has the keys, or could have them.
            guard newDeviceKey else { return nil }
            throw ToolError(
                error.code,
                error.message,
                hint: error.code == .busy
                    ? "end the device's agent with 'protectctl shutdown', then do this again"
                    : "leave --new-device-key out"
            )
        }
        guard newDeviceKey else {
            throw ToolError(
                lost.fault.code,
                lost.fault.message,
                hint: lost.fault.code == .deviceKeyMissing
                    ? "name it with --device-key; if it is lost, --new-device-key makes another one"
                    : "restore device and key from one backup; if that is lost, --new-device-key makes "
                        + "another key in the place of this one"
            )
        }
        return lost
    }
}
