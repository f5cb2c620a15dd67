import DeviceSimulation
import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A real device in real folders: `device` and, outside it, `keys/device-key`.
final class DeviceOnDisk {
    static let deviceName = "device"
    static let keyName = "device-key"
    /// Whose files are, whoever runs the tests.
    private static let owner = FileOwner(user: 501, group: 502)

    let root: URL
    let holder: KeyHolder
    let files: FileStore
    /// Moved by whoever wants one change to be later than another.
    let clock = VirtualClock()
    private let directory: DeviceDirectory

    /// Takes hold of a device, boots it and, with a passcode, unlocks it.
    init(
        at root: URL,
        passcode: String?,
        random: any RandomSource = SystemRandomSource()
    ) throws {
        self.root = root
        // Its own: a lock wipes the keys of every device in an arena.
        let arena = SecureArena()
        directory = try DeviceDirectory(Self.deviceFolder(root).path, on: PosixFileSystem())
        holder = try KeyHolder(
            directory,
            keySource: Self.keySource(root),
            clock: clock,
            random: random,
            derivation: SimulatedDerivation(),
            arena: arena
        )
        try holder.boot()
        if let passcode {
            try holder.unlock(try Passcode(published: passcode, arena: arena))
        }
        files = try FileStore(
            in: directory.directory.descriptor,
            StoreContext(
                fileSystem: PosixFileSystem(),
                keys: holder,
                workerCount: 1,
                patience: .none,
                owner: Self.owner
            )
        )
    }

    /// Makes a device in an empty folder; it stays off.
    static func make(
        at root: URL,
        suite: ChunkCipherSuite,
        passcode: String?,
        random: any RandomSource
    ) throws {
        try FileManager.default.createDirectory(
            at: keysFolder(root),
            withIntermediateDirectories: false
        )
        let arena = SecureArena()
        var settings = DeviceSettings()
        settings.derivationCost = .minimum
        settings.suite = suite
        let given: Passcode? =
            if let passcode { try Passcode(published: passcode, arena: arena) } else { nil }
        let maker = DeviceMaker(
            on: PosixFileSystem(),
            random: random,
            arena: arena,
            clock: VirtualClock(),
            owner: owner
        )
        _ = try maker.make(
            deviceName,
            in: root.path,
            settings: settings,
            rootProtection: .completeUntilFirstUserAuthentication,
            passcode: given,
            keySource: { _ in keySource(root) }
        )
    }

    static func deviceFolder(_ root: URL) -> URL {
        root.appendingPathComponent(deviceName, isDirectory: true)
    }

    static func keysFolder(_ root: URL) -> URL {
        root.appendingPathComponent("keys", isDirectory: true)
    }

    static func keyList(at root: URL, passcode: String?) throws -> KeyList {
        try KeyList(
            deviceFolder: deviceFolder(root),
            keyFile: keysFolder(root).appendingPathComponent(keyName),
            passcode: passcode
        )
    }

    private static func keySource(_ root: URL) -> FileDeviceKeySource {
        FileDeviceKeySource(folder: keysFolder(root).path, name: keyName, on: PosixFileSystem())
    }

    /// Where a file of the device stands on the host.
    func hostFile(_ path: String) throws -> URL {
        let keys = try holder.volumeKeys()
        var folder = Self.deviceFolder(root).appendingPathComponent(DeviceDirectory.files)
        for component in try DevicePath(path).components {
            folder.appendPathComponent(try NameOnDisk.of(component, in: folder, keys))
        }
        return folder
    }
}
