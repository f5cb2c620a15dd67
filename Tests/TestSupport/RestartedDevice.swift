package import DeviceSimulation
package import KeyManagement
package import ProtectedStore
import ProtectionModel
import SodiumCrypto
package import SystemIO

/// A simulated device's disk, started anew in another process: what a crash or an attacker left.
package struct RestartedDevice {
    package let holder: KeyHolder
    package let files: FileStore
    package let documents: DeviceDocuments

    /// Starts what lies on a file system on which nothing is open.
    ///
    /// - Throws: `ProtectionError` or `ProtectionError`.
    package init(on fileSystem: any FileSystem, clock: VirtualClock = VirtualClock()) throws {
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
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        )
        try holder.boot()
        let context = StoreContext(
            fileSystem: fileSystem,
            keys: holder,
            workerCount: 1,
            patience: .none
        )
        files = try FileStore(in: directory.directory.descriptor, context)
        documents = DeviceDocuments(in: directory, context)
    }

    /// Tries a passcode.
    package func unlock(_ passcode: String = SimulatedDevice.passcode) throws {
        try holder.unlock(try Passcode(published: passcode, arena: holder.arena))
    }
}
