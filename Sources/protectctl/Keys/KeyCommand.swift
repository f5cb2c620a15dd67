import ArgumentParser
import Documents
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// Implements `protectctl key`.
struct KeyCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "List, add and remove the keys that open the device.",
        discussion: """
            Each opens all of it: passcodes, PINs and key files unlock, a recovery key sets another \
            passcode ('protectctl recover'). Names and numbers are not secret.
            """,
        subcommands: [
            List.self, KeyAddCommand.self, Remove.self, Rename.self, Escrow.self,
        ]
    )

    /// Implements `protectctl key list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the keys; also while the device is locked or off."
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions

        func run() throws {
            let slots = try KeySlots(global).all
            guard !global.json else {
                return try global.console.document(slots.map(KeyDocument.init))
            }
            var table = Table([.right, .left, .left, .left])
            for slot in slots {
                table.add([
                    "\(slot.number)", slot.kind.word, slot.name.printable,
                    MomentText.rfc3339(slot.created),
                ])
            }
            for line in table.lines() { try global.console.data(line) }
        }
    }

    /// Implements `protectctl key remove`.
    struct Remove: TakesPasscode {
        static let configuration = CommandConfiguration(
            abstract: "Remove a key; the last that unlocks stays.",
            discussion: """
                Whoever kept it, and an older copy of the keybag, opens the device as it is now and will be \
                (with a passcode only who has the device key, too): the keys of the files stay the same. \
                Only a new device ends that. The index of a PIN is given back to its chip or, without the \
                chip, at the next start of the device beside it.
                """
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @OptionGroup(title: "Authorization") var authorization: Authorization
        @Argument(help: ArgumentHelp("The key's name or number.", valueName: "key"))
        var key: String

        func run() throws {
            let session = try Session(global)
            let slot = try KeySlots(global).find(key)
            try session.keys.removeKey(
                slot.number,
                authorizedBy: try authorization.credential(session.keys)
            )
        }
    }

    /// Implements `protectctl key rename`.
    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a key another name, while the device is unlocked."
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @Argument(help: ArgumentHelp("The key's name or number.", valueName: "key"))
        var key: String
        @Argument(help: ArgumentHelp("1 to 64 bytes.", valueName: "name"))
        var name: String

        func run() throws {
            let session = try Session(global)
            try session.keys.renameKey(try KeySlots(global).find(key).number, to: name)
        }
    }

    /// Implements `protectctl key escrow`.
    struct Escrow: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print again the recovery key that was sealed to a recipient of age.",
            discussion: """
                'age -d -i IDENTITY' prints the recovery key, for 'protectctl recover'. Works while the \
                device is locked or off.
                """
        )

        @OptionGroup(title: "Global options") var global: GlobalOptions
        @Argument(help: ArgumentHelp("The key's name or number.", valueName: "key"))
        var key: String

        func run() throws {
            let slot = try KeySlots(global).find(key)
            guard slot.kind == .recoveryKey, !slot.data.isEmpty else {
                throw ToolError(
                    .invalidArgument,
                    "the key '\(slot.name)' was not sealed to anybody",
                    hint: "'protectctl key add recipient age1…' makes one that is"
                )
            }
            try global.console.data(AgeRecipient.armor(slot.data))
        }
    }
}

/// The keys of the device that options name, read without its agent.
struct KeySlots {
    /// In the order of their numbers.
    let all: [KeySlot]

    /// `patience` is how long a chip that has the device key is waited for.
    init(_ options: GlobalOptions, patience: Duration? = nil) throws {
        let location = try DeviceLocation(options)
        let directory = try location.open()
        all = try DeviceRecords(
            directory,
            keySource: try location.keySource(of: try directory.deviceID(), patience: patience),
            arena: SecureArena()
        ).keySlots().sorted { $0.number < $1.number }
    }

    /// The key with a name, or else with a number.
    func find(_ text: String) throws -> KeySlot {
        if let slot = all.first(where: { $0.name == text }) { return slot }
        if let slot = all.first(where: { String($0.number) == text }) { return slot }
        throw ToolError(
            .notFound,
            // Not repeated: it could be a key itself.
            "the device has no key of that name or number",
            hint: "'protectctl key list' lists them"
        )
    }
}

/// A key in `key list --json`.
private struct KeyDocument: Encodable {
    let number: UInt8
    let kind: String
    let name: String
    let created: String
    let escrow: Bool
    /// How the chip of a PIN is reached.
    let tpm: OrNull<String>

    init(_ slot: KeySlot) {
        number = slot.number
        kind = slot.kind.word
        name = slot.name
        created = MomentText.rfc3339(slot.created)
        escrow = slot.kind == .recoveryKey && !slot.data.isEmpty
        tpm = OrNull(slot.pin?.address)
    }
}
