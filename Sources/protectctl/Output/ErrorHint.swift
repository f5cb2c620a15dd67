import DeviceIdentifiers
import KeyManagement
import ProtectedKeychain
import ProtectionModel
import SodiumCrypto
import SystemIO
import TrustedDevices

/// The one table of advice.
enum ErrorHint {
    /// For keybag, settings and device key, which `fsck` does not look at.
    static let damagedKeys =
        "device and key must belong together and be intact; else restore both from a backup"

    private static let lostDeviceKey =
        "the device key is a separate file: name it with --device-key or PROTECTCTL_DEVICE_KEY; if it "
        + "is lost, 'protectctl recover --new-device-key' opens the device with a recovery key"

    private static let forgottenPasscode =
        "if it is forgotten, 'protectctl recover' sets another one with a recovery key"

    private static let olderCopy =
        "if you restored an older copy on purpose, 'protectctl accept-rollback' accepts it; if not, "
        + "somebody with access to the disk has tampered with it"

    private static let damagedFiles =
        "nothing was changed; 'protectctl fsck' says what else is damaged, and 'fsck --repair' accepts "
        + "a folder where it is now"

    /// Advice that depends on more than the code; nil for the table's.
    static func text(for error: ProtectionError) -> String? {
        if error.cause is ApplicationMissing {
            return "'protectctl app list' lists what is installed"
        }
        switch (error.cause as? KeychainRefusal)?.status {
        case KeychainRefusal.itemNotFound: return "'protectctl keychain list' lists what is there"
        case KeychainRefusal.duplicateItem: return "--update gives it the new secret"
        default: break
        }
        if let refusal = error.cause as? TPMRefusal { return text(for: refusal) }
        if let hint = circle(error) { return hint }
        guard error.path == nil else { return nil }
        // The agent's errors come with their words alone.
        if error.message.hasPrefix(PasscodeRules.refusal) {
            return "'protectctl restrictions show' lists the rules, and the profiles they come from"
        }
        if error.message.hasSuffix(DeviceRecords.otherKeybag) {
            return "restore both from one backup, and the passcode of that time opens it; or "
                + "remove the record, which counts as the longest delay"
        }
        if error.message.hasSuffix(ProtectionError.memoryRefusal) {
            return "end other programs, or raise the limit ('MemoryMax=' of a service, 'ulimit -v')"
        }
        if let hint = pin(error.message) { return hint }
        if let hint = passcode(error.message) { return hint }
        if error.message.hasSuffix(DeviceRecords.isLeftAlone) {
            return "if it is of no use, move it elsewhere, then do this again"
        }
        let isOfKeys =
            error.cause == nil || error.cause is CryptoError || error.cause is SystemError
        return error.code == .authenticationFailure && isOfKeys ? damagedKeys : nil
    }

    /// The way out where it matters to which circle a device belongs.
    private static func circle(_ error: ProtectionError) -> String? {
        switch error.message {
        case ProtectionError.noCircle.message:
            "'protectctl trust create' founds one, 'protectctl trust join' joins another device's"
        case ProtectionError.otherCircle.message, ProtectionError.removedSelf.message,
            ProtectionError.forkedSelf.message:
            "'protectctl trust leave' leaves it"
        default: nil
        }
    }

    /// The way out where it matters which passcodes and other keys a device has.
    private static func passcode(_ message: String) -> String? {
        switch message {
        case KeyHolder.passcodeIsSet: "'protectctl passcode change' gives it another one"
        case KeyHolder.otherKeysOpen:
            "'protectctl unlock --key-file FILE' unlocks it; 'protectctl key add passcode --key-file "
                + "FILE' gives it a passcode"
        case KeyHolder.passcodesAreSeveral:
            "'protectctl key remove' takes the forgotten one away, and 'protectctl key add passcode' "
                + "makes another; both take --recovery-key-file and --key-file"
        default: nil
        }
    }

    /// The way out where a PIN is refused.
    private static func pin(_ message: String) -> String? {
        if message.hasPrefix(KeyHolder.pinIsAlone) {
            return "'protectctl key add recovery' makes a key to write down"
        }
        if message.hasSuffix(CountedPIN.isShut) {
            return
                "the other keys open the device as ever; 'protectctl recover' sets a passcode, and lets "
                + "the PIN be tried again"
        }
        guard message.hasPrefix(CountedPIN.isUnjudged) else { return nil }
        return
            "the other keys open the device as ever: a passcode, a key file, or a recovery key with "
            + "'protectctl recover'; 'protectctl doctor' says how the chip stands"
    }

    /// The way out where a TPM does not do what it is asked.
    static func text(for refusal: TPMRefusal) -> String {
        switch refusal {
        case .absent:
            "the key stays in the chip that sealed it: switch it on in the firmware's settings, or put "
                + "the device back into its machine"
        case .notPermitted: "add the user to the group of the chip's device, often 'tss'"
        case .ownerAuthorization:
            "a persistent storage root key needs it once: 'tpm2_createprimary -C o -P AUTH -G ecc -c "
                + "srk', 'tpm2_evictcontrol -C o -P AUTH -c srk 0x81000001'"
        case .lockedOut:
            "wait, or let its owner end it with 'tpm2_dictionarylockout --clear-lockout'"
        case .busy, .ended: "try again in a moment"
        case .otherChip, .indexMissing, .indexReplaced:
            "what a chip sealed never comes back without it: restore what was in the device from a "
                + "backup of your own"
        case .damaged: "restore the device key's file from a backup"
        case .answerForged: "something between this program and the chip changes what passes"
        case .otherRegisters:
            "start what was started when the device was made; after a change that is meant, restore a "
                + "backup of your own into a new device"
        case .full:
            "'tpm2_getcap handles-nv-index' lists what is there, 'tpm2_nvundefine' removes it"
        case .silent: "start what serves it, or this machine, again"
        case .registersMissing:
            "'tpm2_getcap pcrs' lists its banks; the firmware's settings, or 'tpm2_pcrallocate', switch "
                + "sha256 on"
        case .unsupported: "'tpm2_getcap commands' lists what it can do"
        case .notBuiltIn: "build it with the trait TPM, as 'make install TPM=1' does"
        }
    }

    /// `command` is the name of the command that failed, such as `cat`.
    static func text(
        for code: ErrorCode,
        of command: String?,
        retryAfter: Duration?
    ) -> String? {
        switch code.kind {
        case .protectedDataUnavailable, .defaultsUnreadable:
            "unlock the device with 'protectctl unlock'"
        case .authenticationRequired:
            "unlock the device with 'protectctl unlock': then it is carried out"
        case .notAuthorized: "'protectctl notify authorize' asks the user, 'notify answer' answers"
        case .passcodeDelayed:
            retryAfter.map { "try again in \(WaitText.format($0))" }
        case .passcodeIncorrect:
            retryAfter.map { "the next guess is taken in \(WaitText.format($0))" }
                ?? (command == "unlock" ? forgottenPasscode : nil)
        case .deviceNotFound: "make a device with 'protectctl init', or name one with --device"
        case .deviceExists: "choose another --device, or remove the old one yourself"
        case .deviceKeyMissing: lostDeviceKey
        case .rolledBack: olderCopy
        case .deviceErased: "nothing on it can be read any longer; make a new one elsewhere"
        case .deviceOff: "start it with 'protectctl boot'"
        case .passcodeRequired: passcodeRequired(by: command)
        case .passcodePolicy: passcodePolicy(of: command)
        case .passcodeNotSet: "set one with 'protectctl passcode set'"
        case .agentUnreachable: "start it again with 'protectctl boot', unlock, and repeat this"
        case .directoryNotEmpty:
            command == "mount"
                ? "a mount would hide what is in it: mount in an empty folder"
                : "'rm -r' removes a folder with everything in it"
        case .unsupportedVersion: "open it with the version that made it, or a newer one"
        case .busy: busy(command)
        case .malformedReport: "'protectctl audit --format json' writes one"
        case .internalError: "please report this"
        case .authenticationFailure: damagedFiles
        case .isADirectory: isADirectory(in: command)
        case .notFound: notFound(by: command)
        default: others(code, command)
        }
    }

    /// The way out in what other devices take part in.
    private static func others(_ code: ErrorCode, _ command: String?) -> String? {
        switch code.kind {
        case .notTrusted: "'protectctl trust list' lists the devices of the circle"
        case .pairingFailed, .expired: anew(command)
        case .noApplication:
            "'protectctl app install --team ID --activity-type TYPE' installs one that continues it"
        case .payloadTooLarge:
            command == "offer" ? "'protectctl handoff check' tells how large user info is" : nil
        default: nil
        }
    }

    private static func anew(_ command: String?) -> String? {
        switch command {
        case "join": "'protectctl trust invite' on the other device shows a new code"
        case "invite": "do this again, for a new code"
        case "offer": "do this again, or with a longer --expires"
        case "continue": "'protectctl handoff list' lists what is offered"
        default: nil
        }
    }

    private static func busy(_ command: String?) -> String {
        command == "mount"
            ? "'protectctl unmount' ends the mount that is there" : "try again in a moment"
    }

    private static func passcodeRequired(by command: String?) -> String {
        let file = "give --passcode-file FILE ('-' is standard input)"
        return switch command {
        case "init": file + ", or --no-passcode"
        case "change": "give --passcode-file and --new-passcode-file ('-' is standard input)"
        case "join": "give --code-file FILE ('-' is standard input)"
        case "recover": "give --recovery-key-file or --key-file, and --new-passcode-file"
        default: file
        }
    }

    private static func passcodePolicy(of command: String?) -> String? {
        switch command {
        case "init": "--no-passcode makes a device without one, which cannot be locked"
        case "change": "'protectctl passcode remove' removes the passcode"
        default: nil
        }
    }

    private static func isADirectory(in command: String?) -> String? {
        switch command {
        case "cat": "'protectctl get' gets a whole folder"
        case "rm": "'protectctl rm -r' removes a folder with everything in it"
        case "cp": "'protectctl cp -r' copies a folder with everything in it"
        case "exec": "name a file in it; 'protectctl ls' lists them"
        case "simulate": "name the scenario files in it"
        case "report": "name the JSON report in it"
        case "audit": "name the baseline in it"
        default: nil
        }
    }

    private static func notFound(by command: String?) -> String? {
        switch command {
        case "mkdir": "'protectctl mkdir -p' makes missing parents too"
        case "put", "touch": "'protectctl mkdir -p' makes the folder"
        case "cat", "cp", "exec", "fsck", "get", "ls", "mv", "protect", "rm", "stat":
            "'protectctl ls -R' lists what is there"
        case "simulate": "give the path of a scenario file, or '-' for standard input"
        case "report": "'protectctl audit --format json --output FILE' saves one"
        case "audit": "'protectctl audit --write-baseline FILE' writes a baseline"
        default: nil
        }
    }
}
