import DeviceSimulation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import SystemIO

/// A device that runs on a file system in memory: keys, lock and store, as after a boot.
struct CrashDevice {
    static let folder = "/device"
    static let keys = "/keys"

    let holder: KeyHolder
    let files: FileStore

    /// Boots what lies on a file system, which may be what a power loss left.
    init(
        on fileSystem: any FileSystem,
        logPolicy: LogPolicy = LogPolicy(),
        settling: SettlingPolicy? = nil,
        random: any RandomSource = SystemRandomSource()
    ) throws {
        let directory = try DeviceDirectory(Self.folder, on: fileSystem)
        holder = try KeyHolder(
            directory,
            keySource: FileDeviceKeySource(
                folder: Self.keys,
                name: try directory.deviceID().description,
                on: fileSystem
            ),
            clock: TickingClock(),
            random: random,
            derivation: SimulatedDerivation(),
            arena: SecureArena()
        )
        try holder.boot()
        files = try FileStore(
            in: directory.directory.descriptor,
            StoreContext(
                fileSystem: fileSystem,
                keys: holder,
                workerCount: 1,
                patience: .none,
                logPolicy: logPolicy
            ),
            settling: settling
        )
    }

    /// An empty disk with the folder for keys, all of it durable where syncs count.
    static func disk(_ durability: MemoryDurability) throws -> InMemoryFileSystem {
        let memory = InMemoryFileSystem(durability: durability) { (0, 0) }
        try memory.makeDirectory(keys, in: nil, permissions: 0o700)
        try OwnedFile("/", in: nil, .directory, on: memory).synchronize()
        return memory
    }

    /// Makes a device on a disk.
    static func make(
        on fileSystem: any FileSystem,
        passcode text: String?,
        maximumFailedAttempts: UInt32? = nil,
        random: any RandomSource
    ) throws {
        var settings = DeviceSettings()
        settings.derivationCost = .minimum
        settings.maximumFailedAttempts = maximumFailedAttempts
        let arena = SecureArena()
        let passcode: Passcode? =
            if let text { try Passcode(published: text, arena: arena) } else { nil }
        _ = try DeviceMaker(on: fileSystem, random: random, arena: arena).make(
            "device",
            in: "/",
            settings: settings,
            rootProtection: .completeUntilFirstUserAuthentication,
            passcode: passcode
        ) { FileDeviceKeySource(folder: keys, name: $0.description, on: fileSystem) }
    }

    func passcode(_ text: String) throws -> Passcode {
        try Passcode(published: text, arena: holder.arena)
    }

    /// Tries a passcode.
    func unlock(_ text: String) throws {
        try holder.unlock(try passcode(text))
    }
}
