import ArgumentParser
import DeviceIdentifiers
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Documents
import SystemIO

/// Implements `protectctl init`.
struct InitCommand: TakesPasscode {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a device; leaves it off.",
        discussion: """
            The device directory is made with mode 0700. Its key goes to a file outside it; to back \
            a device up, copy both. With --tpm the file holds the key sealed by a TPM: only that \
            chip opens it, so a copy of both is no backup against the loss of the chip. A duration is a number and ms, s, m or h, such as 10s or 72h, \
            at most 876000h.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp("Read the passcode from here; '-' is stdin.", valueName: "file"),
        completion: .file()
    )
    var passcodeFile: String?
    @Flag(help: "Make a device that cannot be locked.")
    var noPasscode = false
    @Option(name: .customLong("class"), help: "The class of the root folder.")
    var protection = Choice(ProtectionClass.completeUntilFirstUserAuthentication)
    @Option(
        help: ArgumentHelp(
            "How long after a lock class A can still be read.",
            valueName: "duration"
        )
    )
    var grace: DurationArgument = .init(.seconds(10))
    @Option(
        help: ArgumentHelp("Lock the device when idle for so long.", valueName: "duration|never")
    )
    var autoLock: OptionalDurationArgument = .never
    @Option(
        help: ArgumentHelp(
            "Restart the device when locked for so long.",
            valueName: "duration|never"
        )
    )
    var inactivityReboot: OptionalDurationArgument = .never
    @Option(
        help: ArgumentHelp(
            "Close complete-when-user-inactive files when locked for so long.",
            valueName: "duration|never"
        )
    )
    var userInactiveAfter: OptionalDurationArgument = .never
    @Option(
        help: ArgumentHelp(
            "Erase the device after so many wrong passcodes; by default never.",
            valueName: "n"
        )
    )
    var maxFailedAttempts: UInt32?
    @Option(help: ArgumentHelp("How long to wait after wrong passcodes.", valueName: "table"))
    var delays = Choice(DelayTable.classic)
    @Option(help: ArgumentHelp("The cost of a passcode guess.", valueName: "cost"))
    var kdf = Choice(DerivationCost.moderate)
    @Option(help: "The cipher of contents.")
    var cipher = Choice(ChunkCipherSuite.chacha20Poly1305)
    @Option(
        help: ArgumentHelp(
            "How an application's vendor follows from its bundle identifier; by default ios7.",
            valueName: "rule"
        )
    )
    var vendorRule: Choice<VendorRule>?

    @Option(
        defaultAsFlag: SecurityChip.standardAddress,
        parsing: .next,
        help: ArgumentHelp(
            "Seal the device key to a TPM 2.0.",
            discussion: "How tpm2-tss reaches it, such as device:/dev/tpmrm0 or swtpm:path=FILE.",
            valueName: "tcti"
        )
    )
    var tpm: String?
    @Option(
        help: ArgumentHelp(
            "Open the key only while these registers (PCR, sha256) have their present values.",
            valueName: "list"
        )
    )
    var tpmPcrs: String?

    func validate() throws {
        guard tpmPcrs == nil || tpm != nil else {
            throw ValidationError("--tpm-pcrs needs --tpm")
        }
        guard tpmPcrs.map({ PCRSelection(list: $0) != nil }) ?? true else {
            throw ValidationError("--tpm-pcrs takes numbers from 0 to 23, such as 7,11")
        }
        guard !noPasscode || passcodeFile == nil else {
            throw ValidationError("--passcode-file and --no-passcode exclude each other")
        }
        guard maxFailedAttempts != 0 else {
            throw ValidationError("--max-failed-attempts must be at least 1")
        }
        for (name, time) in [
            ("--auto-lock", autoLock.duration), ("--inactivity-reboot", inactivityReboot.duration),
        ] where time == .zero {
            // Such a device would never stay unlocked.
            throw ValidationError("\(name) must be more than 0; 'never' leaves it out")
        }
    }

    func run() throws {
        let location = try DeviceLocation(global)
        let chip = try tpm.map { try SecurityChip.named(byOption: $0) }
        // Nobody should type a passcode for a device that cannot be made.
        try checkPlaces(location)
        // One that does not answer is known before anything is made.
        _ = try chip?.isOwnerAuthorizationSet()
        let arena = SecureArena()
        let passcode: Passcode? =
            noPasscode
            ? nil
            : try PasscodeInput(file: passcodeFile, prompt: "New passcode: ").readNew(arena)
        let parent = HostPath.parent(of: location.directory)
        try HostPath.makePrivateFolders(parent)
        if let folder = try keyFolder(location) { try HostPath.makePrivateFolders(folder) }
        let maker = DeviceMaker(on: PosixFileSystem(), random: SystemRandomSource(), arena: arena)
        let device = try maker.make(
            HostPath.name(of: location.directory),
            in: parent,
            settings: settings,
            rootProtection: protection.value,
            passcode: passcode,
            keySource: { try location.newKeySource(of: $0, in: chip, boundTo: registers) }
        )
        if let vendorRule {
            try OfflineIdentifiers.store(vendorRule.value, on: device, at: location, arena)
        }
        // Some file systems keep no modes.
        try location.warnOfExposure(device, global.console)
        try tell(device, location)
    }

    private var registers: PCRSelection { tpmPcrs.flatMap { PCRSelection(list: $0) } ?? .none }

    private func tell(_ device: DeviceID, _ location: DeviceLocation) throws {
        let key = try location.keyPath(of: device)
        guard !global.json else {
            let made = Made(device: location.directory, id: device.description, deviceKey: key)
            return try global.console.document(made)
        }
        global.console.talk("made the device '\(location.directory)'")
        guard let tpm else {
            return global.console.talk("its key is '\(key)'; back up both, apart")
        }
        global.console.talk(
            "its key is sealed by the TPM '\(tpm)', in '\(key)'; back up what will be in the device: "
                + "without this chip, or once it is cleared, only a recovery key opens it"
        )
    }

    private func checkPlaces(_ location: DeviceLocation) throws {
        guard !HostPath.exists(location.directory) else {
            throw ToolError(.deviceExists, "'\(location.directory)' exists already")
        }
        try checkKeyIsNew(location)
        guard try !keyIsInside(location) else {
            throw ToolError(
                .invalidArgument,
                "the device key cannot lie in the device itself",
                hint: "name another place with --device-key"
            )
        }
    }

    private func checkKeyIsNew(_ location: DeviceLocation) throws {
        guard let key = location.explicitKey, HostPath.exists(key) else { return }
        throw ToolError(
            .alreadyExists,
            "the device key '\(key)' exists already",
            path: key,
            hint: "each device has a key of its own: name another file with --device-key or "
                + "PROTECTCTL_DEVICE_KEY"
        )
    }

    /// Where the key is going to be: only its last component depends on the device's id.
    private func keyFolder(_ location: DeviceLocation) throws -> String? {
        try DeviceID(bytes: [UInt8](repeating: 0, count: 16)).map {
            HostPath.parent(of: try location.keyPath(of: $0))
        }
    }

    /// Whoever copied such a device would have copied its key.
    private func keyIsInside(_ location: DeviceLocation) throws -> Bool {
        guard let folder = try keyFolder(location) else { return false }
        return "\(folder)/".hasPrefix("\(location.directory)/")
    }

    private var settings: DeviceSettings {
        var settings = DeviceSettings()
        settings.grace = grace.duration
        settings.autoLock = autoLock.duration
        settings.inactivityReboot = inactivityReboot.duration
        settings.userInactiveAfter = userInactiveAfter.duration
        settings.maximumFailedAttempts = maxFailedAttempts
        settings.delays = delays.value
        settings.derivationCost = kdf.value.cost
        settings.suite = cipher.value
        return settings
    }

    private struct Made: Encodable {
        let version = 1
        let device: String
        let id: String
        let deviceKey: String
    }
}
