import ArgumentParser
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import StructuredText
import SystemIO

/// Implements `protectctl init`.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a device; leaves it off.",
        discussion: """
            The device directory is made with mode 0700. Its key goes to a file outside it; to back \
            a device up, copy both.
            """
    )

    @OptionGroup var global: GlobalOptions
    @Option(help: ArgumentHelp("Read the passcode from here; '-' is stdin.", valueName: "file"))
    var passcodeFile: String?
    @Flag(help: "Make a device that cannot be locked.")
    var noPasscode = false
    @Option(name: .customLong("class"), help: "The class of the root folder.")
    var protection: ProtectionClass = .completeUntilFirstUserAuthentication
    @Option(help: "How long after a lock class A can still be read.")
    var grace: DurationArgument = .init(.seconds(10))
    @Option(help: "Idle time after which the device locks, or 'never'.")
    var autoLock: OptionalDurationArgument = .never
    @Option(help: "Time locked after which the device restarts, or 'never'.")
    var inactivityReboot: OptionalDurationArgument = .never
    @Option(help: "Time locked after which when-user-inactive files close, or 'never'.")
    var userInactiveAfter: OptionalDurationArgument = .never
    @Option(help: ArgumentHelp("Erase the device after so many wrong passcodes.", valueName: "n"))
    var maxFailedAttempts: UInt32?
    @Option(help: "How long wrong passcodes make one wait: classic, modern or none.")
    var delays: DelayTable = .classic
    @Option(help: "The cost of a passcode guess: interactive, moderate or sensitive.")
    var kdf: DerivationCost = .moderate
    @Option(help: "The cipher of contents: chacha20-poly1305 or aes-256-gcm.")
    var cipher: ChunkCipherSuite = .chacha20Poly1305

    func validate() throws {
        guard !noPasscode || passcodeFile == nil else {
            throw ValidationError("--passcode-file and --no-passcode exclude each other")
        }
        guard maxFailedAttempts != 0 else {
            throw ValidationError("--max-failed-attempts is at least 1")
        }
    }

    func run() throws {
        let location = try DeviceLocation(global)
        let arena = SecureArena()
        let parent = HostPath.parent(of: location.directory)
        let maker = DeviceMaker(
            on: PosixFileSystem(),
            random: SystemRandomSource(),
            arena: arena
        )
        // Nobody should type a passcode for a device that cannot be made.
        guard !HostPath.exists(location.directory) else {
            throw ToolError(.deviceExists, "'\(location.directory)' exists already")
        }
        guard try !keyIsInside(location) else {
            throw ToolError(.invalidArgument, "the device key cannot lie in the device itself")
        }
        let passcode: Passcode? =
            noPasscode
            ? nil
            : try PasscodeInput(file: passcodeFile, prompt: "New passcode: ").readNew(arena)
        try HostPath.makeFolders(parent)
        if let folder = try keyFolder(location) { try HostPath.makeFolders(folder) }
        let device = try maker.make(
            HostPath.name(of: location.directory),
            in: parent,
            settings: settings,
            rootProtection: protection,
            passcode: passcode,
            keySource: { try location.keySource(of: $0) }
        )
        if global.json {
            try global.console.document(
                Made(
                    device: location.directory,
                    id: device.description,
                    deviceKey: try location.keyPath(of: device)
                )
            )
        } else {
            global.console.talk("made the device '\(location.directory)'")
            global.console.talk(
                "its key is '\(try location.keyPath(of: device))'; back up both, apart"
            )
        }
    }

    /// Where the key is going to be: that depends on the device's id only by its last name.
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
        settings.delays = delays
        settings.derivationCost = kdf.cost
        settings.suite = cipher
        return settings
    }

    private struct Made: Encodable {
        let version = 1
        let device: String
        let id: String
        let deviceKey: String
    }
}
