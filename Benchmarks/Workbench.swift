import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A device on the real file system with its keys in this process, and a folder for plain files.
final class Workbench {
    let folder: String
    let holder: KeyHolder
    let files: FileStore
    /// What the device keeps of its own.
    let documents: DeviceDocuments
    let directory: DeviceDirectory

    init(suite: ChunkCipherSuite) throws {
        folder = NSTemporaryDirectory() + "protection-benchmarks-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder + "/plain",
            withIntermediateDirectories: true
        )
        let system = PosixFileSystem()
        var settings = DeviceSettings()
        settings.derivationCost = .interactive
        settings.suite = suite
        let source = FileDeviceKeySource(folder: folder, name: "key", on: system)
        let random = SystemRandomSource()
        let arena = SecureArena()
        let passcode: Passcode? = try Passcode(published: "2580", arena: arena)
        _ = try DeviceMaker(on: system, random: random, arena: arena).make(
            "device",
            in: folder,
            settings: settings,
            rootProtection: .completeUntilFirstUserAuthentication,
            passcode: passcode
        ) { _ in source }
        directory = try DeviceDirectory(folder + "/device", on: system)
        holder = try KeyHolder(
            directory,
            keySource: source,
            clock: MachineClock(),
            random: random,
            arena: SecureArena()
        )
        try holder.boot()
        try holder.unlock(try Passcode(published: "2580", arena: holder.arena))
        let context = StoreContext(
            fileSystem: system,
            keys: holder,
            workerCount: SystemTime.processorCount,
            patience: LockPatience(limit: .seconds(5), pause: SystemTime.sleep)
        )
        files = try FileStore(in: directory.directory.descriptor, context)
        documents = DeviceDocuments(in: directory, context)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }
}
