import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Implements `protectctl key add`.
struct KeyAddCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a key that opens the device.",
        subcommands: [
            Recovery.self, Recipient.self, File.self, NewPasscode.self, KeyAddPINCommand.self,
        ]
    )

    /// Implements `protectctl key add recovery`.
    struct Recovery: TakesPasscode {
        static let configuration = CommandConfiguration(
            abstract: "Make a recovery key and print it, once.",
            discussion: """
                40 characters to write down: with them 'protectctl recover' sets another passcode, also \
                when the device key is lost. It is stored nowhere.
                """
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @OptionGroup(title: "Authorization") var authorization: Authorization
        @Option(help: ArgumentHelp("What 'key list' calls it.", valueName: "name"))
        var name = KeySlot.Kind.recoveryKey.word

        func run() throws {
            let session = try Session(global)
            let arena = session.keys.arena
            let key = try RecoveryKey(random: SystemRandomSource(), arena: arena)
            let text = try key.text()
            let secret = try key.bytes.copy(to: .transit)
            let slot = NewKeySlot(name: name, .key(StrongKey(.recoveryKey, secret)))
            let credential = try authorization.credential(session.keys)
            // First it counts: what was refused must not be on a paper that looks like a key.
            try session.keys.addKey(slot, authorizedBy: credential)
            do { try print(text) } catch {
                // One that nobody could read would be of no use.
                let made = try KeySlots(global).all.first { $0.name == name }
                if let made { try session.keys.removeKey(made.number, authorizedBy: credential) }
                throw error
            }
            global.console.talk("this is the recovery key: write it down, it is not shown again")
        }

        /// Straight from locked memory.
        private func print(_ text: borrowing SecureBytes) throws {
            let output = HostStream.standardOutput
            let (before, after) =
                global.json
                ? (#"{"recoveryKey":""#, #"","version":1}"# + "\n") : ("", "\n")
            try output.write(Array(before.utf8).span.bytes)
            try text.transfer { try output.write($0.bytes) }
            try output.write(Array(after.utf8).span.bytes)
        }
    }

    /// Implements `protectctl key add recipient`.
    struct Recipient: TakesPasscode {
        static let configuration = CommandConfiguration(
            abstract: "Make a recovery key that only the owner of an age key can read.",
            discussion: """
                Prints an age file (age-encryption.org/v1) for an office that recovers devices: 'age -d \
                -i IDENTITY' prints the recovery key, for 'protectctl recover'. 'key escrow' prints the \
                file again. Nothing of it is readable on the device.
                """
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @OptionGroup(title: "Authorization") var authorization: Authorization
        @Option(help: ArgumentHelp("What 'key list' calls it.", valueName: "name"))
        var name = "escrow"
        @Argument(help: ArgumentHelp("Such as age1….", valueName: "recipient"))
        var recipient: String

        func run() throws {
            let owner: AgeRecipient
            do { owner = try AgeRecipient(recipient) } catch {
                throw ToolError(
                    .invalidArgument,
                    // Not repeated: it could be the owner's secret.
                    "this is not a recipient of age, or has a wrong letter",
                    hint: "'age-keygen -y IDENTITY' prints one: 'age1' and 58 letters"
                )
            }
            let session = try Session(global)
            let random = SystemRandomSource()
            let key = try RecoveryKey(random: random, arena: session.keys.arena)
            let file = try owner.seal(try key.text(), random: random)
            let secret = try key.bytes.copy(to: .transit)
            let slot = NewKeySlot(
                name: name,
                .key(StrongKey(.recoveryKey, secret)),
                data: file
            )
            try session.addKey(slot, authorization)
            try global.console.data(AgeRecipient.armor(file))
        }
    }

    /// Implements `protectctl key add file`.
    struct File: TakesPasscode {
        static let configuration = CommandConfiguration(
            abstract: "Let a file unlock the device, such as one on a stick.",
            discussion: """
                Of 32 to 1024 bytes, which nobody can guess; made where there is none, with mode 0600. \
                Whoever has the file, and the device, opens it.
                """
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @OptionGroup(title: "Authorization") var authorization: Authorization
        @Option(help: ArgumentHelp("What 'key list' calls it.", valueName: "name"))
        var name = KeySlot.Kind.keyFile.word
        @Argument(help: ArgumentHelp("The file.", valueName: "path"), completion: .file())
        var path: String

        func run() throws {
            let session = try Session(global)
            try checkPlace()
            let isNew = !HostPath.exists(path)
            let key = try KeyFile.readOrMake(path, session.keys.arena)
            do {
                try session.addKey(NewKeySlot(name: name, .key(key)), authorization)
            } catch {
                // What looks like a key, and opens nothing, would be kept as one.
                if isNew, Self.isRefusal(error) { SecretFile.remove(path) }
                throw error
            }
            if isNew { global.console.talk("made the key file '\(path)'") }
        }

        /// Whoever has the device must not have the file with it.
        private func checkPlace() throws {
            let location = try DeviceLocation(global)
            let device = try location.open()
            let key = try location.keyPath(of: try device.deviceID())
            let file = HostPath.resolved(path)
            guard !file.hasPrefix(HostPath.resolved(location.directory) + "/"),
                file != HostPath.resolved(key)
            else {
                throw ToolError(
                    .invalidArgument,
                    "'\(path)' lies in the device, or is its device key",
                    path: path,
                    hint: "keep a key file elsewhere, such as on a stick: with it the device opens"
                )
            }
        }

        /// Whether nothing was added for sure: an agent that ended may have done it.
        private static func isRefusal(_ error: any Error) -> Bool {
            let doubtful: [ErrorCode] = [
                .agentUnreachable, .timedOut, .inputOutput, .internalError,
            ]
            return ErrorReport(error).map { !doubtful.contains($0.code) } ?? false
        }
    }

    /// Implements `protectctl key add passcode`.
    struct NewPasscode: TakesPasscode {
        static let configuration = CommandConfiguration(
            commandName: "passcode",
            abstract: "Let another passcode unlock the device, such as a second user's.",
            discussion: "A wrong passcode is tried on each of them, which takes as much longer."
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @OptionGroup(title: "Authorization") var authorization: Authorization
        @Option(help: ArgumentHelp("What 'key list' calls it.", valueName: "name"))
        var name: String
        @Option(
            help: ArgumentHelp("Read the new passcode from here; '-' is stdin.", valueName: "file"),
            completion: .file()
        )
        var newPasscodeFile: String?

        func validate() throws {
            guard newPasscodeFile != "-" || !authorization.readsStandardInput else {
                throw ValidationError("only one secret can come from standard input")
            }
        }

        func run() throws {
            let session = try Session(global)
            session.reapplyProfiles(global.console)
            let keys = session.keys
            let credential = try authorization.credential(keys)
            let new = try PasscodeInput(file: newPasscodeFile, prompt: "New passcode: ")
                .readNew(keys.arena)
            let slot = NewKeySlot(name: name, .passcode(new))
            try keys.addKey(slot, authorizedBy: credential)
        }
    }
}

extension Session {
    /// Adds a key, once what authorizes it was read.
    fileprivate func addKey(
        _ slot: borrowing NewKeySlot,
        _ authorization: Authorization
    ) throws {
        try keys.addKey(slot, authorizedBy: try authorization.credential(keys))
    }
}
