import ArgumentParser
import KeyAgent
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Implements `protectctl erase`.
struct EraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Destroy the device key: nothing decrypts afterwards.",
        usage: "protectctl erase --yes",
        discussion: "No data block is rewritten; the sealed files stay, and stay unreadable."
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "Yes, destroy it.")
    var yes = false

    func validate() throws {
        guard yes else { throw ValidationError("say --yes: this cannot be undone") }
    }

    func run() throws {
        let location = try DeviceLocation(global)
        let directory = try location.open()
        if let agent = try AgentLauncher(location, global).connect(directory) {
            return try agent.erase()
        }
        let source = try location.keySource(of: try directory.deviceID())
        let arena = SecureArena()
        do {
            let holder = try KeyHolder(
                directory,
                keySource: source,
                chips: SecurityChip.opener,
                clock: MachineClock(),
                random: SystemRandomSource(),
                arena: arena
            )
            try holder.erase()
        } catch let error as ProtectionError where error.code == .deviceKeyMissing {
            // Recovery keys and key files open it all the same.
            try DeviceRecords(directory, keySource: source, arena: arena).eraseWithoutDeviceKey()
        }
    }
}
