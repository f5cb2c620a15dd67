import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import SystemIO

/// A connection to the agent of a device, and its files.
final class Session {
    let keys: AgentKeyService
    let files: FileStore
    // Keeps the directory open that the store works in.
    private let directory: DeviceDirectory

    /// Connects; boots a device that is off, and says so, unless the options forbid it.
    init(_ options: GlobalOptions, jobs: Int? = nil) throws {
        let location = try DeviceLocation(options)
        directory = try location.open()
        keys = try AgentLauncher(location, options).connectBootingIfNeeded(directory)
        let workers = jobs ?? SystemTime.processorCount
        files = try FileStore(
            in: directory.directory.descriptor,
            StoreContext(
                fileSystem: PosixFileSystem(),
                keys: keys,
                workerCount: max(1, workers),
                patience: LockPatience(limit: .seconds(5), pause: SystemTime.sleep)
            ),
            onHandlesChanged: { [weak keys] in keys?.noteOpenHandles($0) }
        )
    }

    /// Reads a path inside the device.
    static func path(_ text: String) throws -> DevicePath { try DevicePath(text) }
}
