import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// What was done without waiting for the disk, and is to be finished in batches.
///
/// - A file that was written and that nobody has open any more *lingers* in the registry: whoever
///   opens it gets the same object, and nothing is scanned or rewritten. Finishing makes its frames
///   durable and lets its header vouch for them.
/// - What was removed has a reserved name. A power loss may bring the old one back, so its wraps
///   are overwritten only once the removal is durable.
/// - What was replaced is kept open for the same reason.
/// - A new folder is of no use without its record, so that is made durable before any file is.
///
/// A queue that is lost with its process loses nothing: files are read without an anchor, too, and
/// reserved names are taken away by whoever changes the folder next.
final class SettlingQueue: Sendable {
    let policy: SettlingPolicy
    let context: StoreContext
    /// Of the volume that is synced.
    let root: Folder
    private let waiting = Mutex(SettlingWork())
    /// Files that linger, about: it decides how soon somebody should call ``settle(_:)``.
    private let lingeringCount = Atomic(0)
    /// One round at a time.
    private let running = Mutex(())
    private let onWork = Mutex<(@Sendable (_ isUrgent: Bool) -> Void)?>(nil)
    private let isTold = Atomic(false)

    init(_ policy: SettlingPolicy, _ root: Folder, _ context: StoreContext) {
        self.policy = policy
        self.root = root
        self.context = context
    }

    /// Hears that there is something to settle, and whether that is urgent.
    func observe(_ body: (@Sendable (_ isUrgent: Bool) -> Void)?) {
        onWork.withLock { $0 = body }
    }

    /// Asks for a round soon.
    func wake() { tell(isUrgent: true) }

    private func tell(isUrgent: Bool) {
        onWork.withLock { $0 }?(isUrgent)
    }

    private var count: Int {
        waiting.withLock { $0.count } + lingeringCount.load(ordering: .relaxed)
    }

    /// Notes that one more file lingers.
    func noteLingering() {
        lingeringCount.add(1, ordering: .relaxed)
        noteWork()
    }

    /// Notes that something has a reserved name.
    func noteRemoved(_ name: String, from folder: Folder) {
        waiting.withLock { $0.removed.append(.init(name: name, folder: folder)) }
        noteWork()
    }

    /// Notes that an inode has lost its name to another, in these folders.
    func noteReplaced(_ inode: OpenInode, in folders: [Folder]) {
        waiting.withLock { $0.replaced.append(.init(inode: inode, folders: folders)) }
        noteWork()
    }

    /// Notes a folder whose record is not durable.
    func noteMade(_ folder: FolderMaker.NewFolder) throws(SystemError) {
        let record = OwnedRecord(
            try OwnedFile(
                FolderRecord.fileName,
                in: folder.file.descriptor,
                [],
                on: context.fileSystem
            )
        )
        waiting.withLock { $0.records.append(record) }
        noteWork()
    }

    private func noteWork() {
        let isUrgent = count >= policy.limit
        if !isTold.exchange(true, ordering: .relaxed) || isUrgent { tell(isUrgent: isUrgent) }
    }

    /// Finishes what waits if that is too much, for whoever has added to it.
    func helpIfOverfull(_ registry: OpenFileRegistry) {
        if count >= 2 * policy.limit { try? settle(registry) }
    }

    /// Whether there is nothing to settle.
    var isEmpty: Bool { count == 0 }

    /// Makes the records of new folders durable, without which a file in them is lost.
    ///
    /// - Throws: `ProtectionError` with `io-error`.
    func makeFoldersDurable() throws {
        let records = waiting.withLock { $0.records }
        guard !records.isEmpty else { return }
        try ProtectionError.wrapping {
            try BatchSync(self).run(records.map { $0.file.descriptor })
        }
        forget(records)
    }

    /// Finishes everything that waits and that nobody has open; what fails is tried again the next
    /// time, or left to others.
    ///
    /// - Throws: `ProtectionError` with `io-error` when something could not be made durable.
    func settle(_ registry: OpenFileRegistry) throws {
        let round = running.withLock { _ in runRound(registry) }
        // With nothing held: it asks for keys, and whoever gives them may wait for a round.
        for file in round.fragmented { try? file.finish() }
        // What was written again in the meantime.
        lingeringCount.store(registry.lingering().count, ordering: .relaxed)
        if !isEmpty { noteWork() }
        guard round.hasFailed else { return }
        throw ProtectionError(.inputOutput, "something that was written could not be synced")
    }

    private func runRound(_ registry: OpenFileRegistry) -> SettlingRound {
        isTold.store(false, ordering: .relaxed)
        lingeringCount.store(0, ordering: .relaxed)
        let work = waiting.withLock { waiting in
            let work = waiting
            // Until they are durable, whoever syncs a file must know of the records.
            waiting = SettlingWork(records: work.records)
            return work
        }
        var round = SettlingRound(self, registry)
        if round.run(registry.lingering(), work) {
            forget(work.records)
        } else {
            waiting.withLock { $0.append(removed: work.removed, replaced: work.replaced) }
        }
        return round
    }

    private func forget(_ records: [OwnedRecord]) {
        let done = Set(records.map(ObjectIdentifier.init))
        waiting.withLock { $0.records.removeAll { done.contains(ObjectIdentifier($0)) } }
    }

    /// The machine lost power: nothing is finished any more.
    func abandon() {
        waiting.withLock { $0 = SettlingWork() }
    }
}

/// What waits besides files.
struct SettlingWork {
    struct Removed {
        let name: String
        let folder: Folder
    }

    struct Replaced {
        let inode: OpenInode
        /// Whose names must be durable first.
        let folders: [Folder]
    }

    var removed: [Removed] = []
    var replaced: [Replaced] = []
    var records: [OwnedRecord] = []

    var count: Int { removed.count + replaced.count + records.count }

    mutating func append(removed: [Removed], replaced: [Replaced]) {
        self.removed += removed
        self.replaced += replaced
    }
}

/// The open record of a new folder.
final class OwnedRecord: Sendable {
    let file: OwnedFile

    init(_ file: consuming OwnedFile) {
        self.file = file
    }
}

/// One sync for many files, or one each for a few.
struct BatchSync {
    private let limit: Int
    private let volume: Descriptor
    private let fileSystem: any FileSystem

    init(_ queue: SettlingQueue) {
        limit = queue.policy.singleSyncLimit
        volume = queue.root.descriptor
        fileSystem = queue.context.fileSystem
    }

    /// Whether so many are synced with the whole volume.
    func isForVolume(_ count: Int) -> Bool { count > limit }

    /// Makes files and folders durable.
    func run(_ files: [Descriptor], folders: [Descriptor] = []) throws(SystemError) {
        if isForVolume(files.count + folders.count), (try? runVolume()) != nil { return }
        // Whether it was one of these that failed, each tells for itself.
        try each(files, folders: folders)
    }

    /// Makes files and folders durable, one by one.
    func each(_ files: [Descriptor], folders: [Descriptor]) throws(SystemError) {
        for file in files { try fileSystem.synchronize(file, dataOnly: true) }
        for folder in folders { try fileSystem.synchronize(folder, dataOnly: false) }
    }

    /// Makes everything on the volume durable.
    func runVolume() throws(SystemError) {
        try fileSystem.synchronizeVolume(of: volume)
    }
}
