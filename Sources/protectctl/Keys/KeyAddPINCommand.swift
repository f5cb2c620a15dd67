import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto

/// Implements `protectctl key add tpm`.
struct KeyAddPINCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "tpm",
        abstract: "Let a PIN unlock the device, at which a TPM 2.0 counts wrong guesses.",
        discussion: """
            The chip takes so many wrong ones in a row, also from who has the disk, and none from who has \
            the disk alone. Shut, or lost with the chip, the PIN leaves the device to its other keys, of \
            which there has to be one: 'recover' lets it be tried again. 'passcode change' changes it.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @OptionGroup(title: "Authorization") var authorization: Authorization
    @Option(help: ArgumentHelp("What 'key list' calls it.", valueName: "name"))
    var name = KeySlot.Kind.pin.word
    @Option(
        help: ArgumentHelp(
            "How tpm2-tss reaches the chip, such as swtpm:path=FILE.",
            valueName: "tcti"
        )
    )
    var tpm = SecurityChip.standardAddress
    @Option(
        help: ArgumentHelp(
            "So many wrong PINs in a row shut it, \(PINChip.standardLimit) unless it is said.",
            valueName: "n"
        )
    )
    var tries: UInt32?

    private var limit: UInt32 { tries ?? PINChip.standardLimit }
    @Option(
        help: ArgumentHelp("Read the PIN from here; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var newPasscodeFile: String?

    func validate() throws {
        guard PINChip.limits.contains(limit) else {
            throw ValidationError(
                "--tries is from \(PINChip.limits.lowerBound) to \(PINChip.limits.upperBound)"
            )
        }
        guard newPasscodeFile != "-" || !authorization.readsStandardInput else {
            throw ValidationError("only one secret can come from standard input")
        }
    }

    func run() throws {
        let chip = try SecurityChip.named(byOption: tpm)
        // Nobody should type a PIN for a chip that does not take it.
        let isOwned = try chip.isOwnerAuthorizationSet()
        guard !isOwned else {
            throw ToolError(
                .permissionDenied,
                "the TPM '\(chip.address)' gives an index for a PIN to its owner alone, whose "
                    + "authorization is set",
                hint: "'tpm2_changeauth -c owner -p AUTH' takes it away until the PIN is there"
            )
        }
        let session = try Session(global)
        session.reapplyProfiles(global.console)
        let keys = session.keys
        let credential = try authorization.credential(keys)
        let pin = try PasscodeInput(file: newPasscodeFile, prompt: "New PIN: ")
            .readNew(keys.arena)
        let place = PINChip(address: chip.address, limit: limit)
        try keys.addKey(
            NewKeySlot(name: name, pin: pin, countedBy: place),
            authorizedBy: credential
        )
        global.console.talk("the TPM '\(chip.address)' takes \(limit) wrong PINs in a row")
        global.console.talk(PINReport.withoutOwner)
    }
}
