import DeviceSimulation
import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO
import TestSupport

/// A holder on a simulated device's disk that is still off, with an arena of its own.
struct StartedHolder {
    let holder: KeyHolder
    let arena: SecureArena
    let clock = VirtualClock()

    init(
        on fileSystem: any FileSystem,
        derivation: any PasscodeDerivation = SimulatedDerivation(),
        arena: SecureArena = SecureArena()
    ) throws {
        let directory = try DeviceDirectory("/device", on: fileSystem)
        let source = FileDeviceKeySource(
            folder: "/keys",
            name: try directory.deviceID().description,
            on: fileSystem
        )
        holder = try KeyHolder(
            directory,
            keySource: source,
            clock: clock,
            random: SystemRandomSource(),
            derivation: derivation,
            arena: arena
        )
        self.arena = arena
    }

    func unlock(_ passcode: String = SimulatedDevice.passcode) throws {
        try holder.unlock(try Passcode(published: passcode, arena: arena))
    }
}

extension SecureArena {
    /// Whether nothing secret is in memory, of whatever group.
    var isEmpty: Bool {
        let own: [SecretGroup] =
            [.transit, .device] + ProtectionClass.allCases.map(SecretGroup.classKeys)
        let files = ProtectionClass.allCases.map(SecretGroup.fileKeys)
        return (own + files).allSatisfy { !holdsSecrets(of: $0) }
    }
}
