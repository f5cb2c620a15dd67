import KeyAgent
import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

/// A connection to the agent of a device, and its files.
final class Session {
    let keys: AgentKeyService
    let files: FileStore
    /// What the device keeps of its own.
    let documents: DeviceDocuments
    // Keeps the directory open that the store works in.
    let directory: DeviceDirectory
    private let observation: LockObservation
    /// Why this process's session ended before its command did.
    private static let end = Mutex<ProtectionError?>(nil)

    /// Connects; boots a device that is off, and says so, unless the options forbid it.
    ///
    /// With `settling` what is done without durability is finished by a ``SettlingThread``.
    init(
        _ options: GlobalOptions,
        jobs: Int? = nil,
        settling: SettlingPolicy? = nil
    ) throws {
        let location = try DeviceLocation(options)
        directory = try location.open()
        keys = try AgentLauncher(location, options).connectBootingIfNeeded(directory)
        // Before the store's own observer closes what is open, so that the reason comes before failures.
        observation = keys.observe { [weak keys] notice in
            guard case .willEnd = notice, let failure = keys?.failure else { return }
            Self.end.withLock { $0 = failure }
        }
        let workers = jobs ?? SystemTime.processorCount
        let context = StoreContext(
            fileSystem: PosixFileSystem(),
            keys: keys,
            workerCount: max(1, workers),
            patience: LockPatience(limit: .seconds(5), pause: SystemTime.sleep),
            // Whatever is settled later comes in numbers.
            keyBatchLimit: settling == nil ? 1 : 16
        )
        documents = DeviceDocuments(in: directory, context)
        files = try FileStore(
            in: directory.directory.descriptor,
            context,
            settling: settling,
            onHandlesChanged: { [weak keys] in keys?.noteOpenHandles($0) }
        )
    }

    /// Which folder of the host the device is.
    ///
    /// - Throws: `ProtectionError`.
    func deviceIdentity() throws -> FileIdentity { try directory.identity() }

    /// The agent's end instead of its consequences: closed handles and keys that are gone.
    static func explaining(_ error: any Error) -> any Error {
        guard let end = end.withLock({ $0 }), let report = ErrorReport(error),
            report.code == .handleClosed || report.code == .protectedDataUnavailable
        else { return error }
        guard let path = (error as? ProtectionError)?.path else { return end }
        return ProtectionError(end.code, "'\(path)': \(end.message)", path: path, cause: end.cause)
    }

    /// Reads a path inside the device.
    static func path(_ text: String) throws -> DevicePath { try DevicePath(text) }
}
