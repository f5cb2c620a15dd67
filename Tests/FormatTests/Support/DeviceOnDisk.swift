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

    let root: URL
    let holder: KeyHolder
    let files: FileStore
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
            clock: VirtualClock(),
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
                patience: .none
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
        _ = try DeviceMaker(on: PosixFileSystem(), random: random, arena: arena).make(
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

    /// What the store itself says about all files, by path.
    func listing(below path: DevicePath = .root) throws -> [ListedFile] {
        var listed: [ListedFile] = []
        for name in try files.names(in: path) {
            let child = try path.appending(name)
            let metadata = try files.metadata(of: child)
            guard metadata.kind == .file else {
                listed += try listing(below: child)
                continue
            }
            let content = try files.read(child)
            listed.append(
                ListedFile(
                    path: child.description,
                    class: metadata.protection.name,
                    size: content.count,
                    sha256: SHA256.hexadecimal(of: content)
                )
            )
        }
        return listed.sorted { $0.path < $1.path }
    }
}
