package import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
package import SystemIO

/// What every part of a store needs: where files live, who holds the keys, how long to wait.
package final class StoreContext: Sendable {
    package let fileSystem: any FileSystem
    package let keys: any KeyService
    /// How many threads seal and open large files; 1 keeps the order of system calls fixed.
    package let workerCount: Int
    package let patience: LockPatience
    let logPolicy: LogPolicy
    /// Whose what is made here is, unless somebody else is named.
    package let owner: FileOwner
    /// The observers of each operation on files.
    package let observers: OperationObservers
    let unfinished = UnfinishedWork()
    /// Reserved names that the settling queue takes away, and nobody else in this process.
    private let queuedNames = Mutex<Set<String>>([])
    let spareKeys: SpareKeys
    /// Plaintext on its way out.
    let lanes = ReadLanes()
    /// Sealed content on its way to a file.
    let records = RecordBuffers()
    /// Plaintext that is kept for readers.
    let pages: OpenedPages
    /// How often this process made, moved or removed a name here.
    let nameChanges = Atomic<UInt64>(0)
    private let hasNoHoles = Atomic(false)

    /// Gathers the parts.
    ///
    /// With `keyBatchLimit` the keys of new files are made up to so many at once, at most 256.
    package init(
        fileSystem: any FileSystem,
        keys: any KeyService,
        workerCount: Int,
        patience: LockPatience,
        logPolicy: LogPolicy = LogPolicy(),
        keyBatchLimit: Int = 1,
        owner: FileOwner = .ofProcess,
        observers: OperationObservers = OperationObservers()
    ) {
        self.fileSystem = fileSystem
        self.keys = keys
        self.workerCount = workerCount
        self.patience = patience
        self.logPolicy = logPolicy
        pages = OpenedPages(room: logPolicy.keptPageCount.map { PageRoom($0) } ?? .ofProcess)
        spareKeys = SpareKeys(limit: keyBatchLimit)
        self.owner = owner
        self.observers = observers
    }

    /// Whether the host takes back a part of a file, as far as is known.
    var givesSpaceBack: Bool { !hasNoHoles.load(ordering: .relaxed) }

    /// The host said that it does not.
    func noteNoSpaceBack() { hasNoHoles.store(true, ordering: .relaxed) }

    /// Leaves a reserved name to the settling queue.
    func queue(_ name: String) { queuedNames.withLock { _ = $0.insert(name) } }

    /// Lets others have them again.
    func unqueue(_ names: [String]) { queuedNames.withLock { $0.subtract(names) } }

    /// Those that nobody has queued.
    func unqueued(_ names: [String]) -> [String] {
        queuedNames.withLock { queued in names.filter { !queued.contains($0) } }
    }

    var deviceID: DeviceID { keys.deviceID }
    var arena: SecureArena { keys.arena }

    func volumeKeys() throws -> VolumeKeys {
        try keys.volumeKeys()
    }
}

extension FileOwner {
    /// The effective user and group of this process.
    package static var ofProcess: FileOwner {
        FileOwner(user: UserID.current, group: GroupID.current)
    }
}
