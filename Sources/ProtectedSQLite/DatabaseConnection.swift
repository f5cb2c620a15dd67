import ProtectedStore
import ProtectionModel
import Synchronization

/// One connection's hold on a database file of a device: its locks, and the index of its log.
final class DatabaseConnection: Sendable {
    private let shared: SharedDatabase
    /// Nil once the connection resigned.
    private let openFile: Mutex<ObjectIdentifier?>
    private let files: FileStore
    private let handle: ProtectedFile
    private let device: ServedDevice
    private let keepsLogFlag = Mutex(false)
    private let transaction = Mutex<Transaction?>(nil)
    private let journalKey = Mutex<TransientKey?>(nil)

    /// A journal in memory, and what is written to the database while it is there.
    private struct Transaction {
        let journal: JournalFile
        let group: WriteGroup
        /// The journal came to the disk, where it undoes whatever the database has.
        var isOnDisk = false
    }

    /// Joins the other connections on the file; nil when the handle is closed.
    init?(_ handle: ProtectedFile, in files: FileStore, on device: ServedDevice) {
        guard let openFile = handle.openFileID else { return nil }
        self.handle = handle
        self.files = files
        self.device = device
        self.openFile = Mutex(openFile)
        shared = SharedDatabase.join(openFile)
    }

    private var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// Whether the log stays when the last connection closes (`SQLITE_FCNTL_PERSIST_WAL`).
    var keepsLog: Bool {
        get { keepsLogFlag.withLock { $0 } }
        set { keepsLogFlag.withLock { $0 = newValue } }
    }

    /// Whether the path it was opened by leads elsewhere by now, or nowhere.
    var hasMoved: Bool { !files.leads(handle.path, to: handle) }

    /// What it holds.
    var lockLevel: LockLevel { shared.locks.withLock { $0.level(of: id) } }

    /// Takes a lock, or says that another connection is in the way.
    func lock(_ level: LockLevel) -> ResultCode {
        let code = device.attempt(.lock) {
            // Reading needs the key, and this is where its absence shows: before SQLite opens a journal,
            // and fails as if the database had been opened again.
            if level == .shared { return try handle.checkAccess() }
            // A handle that is dead must not promise anything.
            _ = try handle.size
        }
        guard code == .ok else { return code }
        return shared.locks.withLock { $0.raise(id, to: level) } ? .ok : .busy
    }

    /// Gives a lock back, down to `level`.
    func unlock(_ level: LockLevel) {
        // Nobody may see what is neither undone nor finished.
        if level < .reserved { transaction.withLock { $0 }?.group.abandon() }
        shared.locks.withLock { $0.lower(id, to: level) }
    }

    /// Whether some connection is about to write.
    var isReserved: Bool { shared.locks.withLock { $0.isReserved } }

    /// A region of the log's index; nil when there is none and none is to be made.
    func indexRegion(_ number: Int, byteCount: Int, extending: Bool) -> UnsafeMutableRawPointer? {
        shared.index.withLock {
            $0.region(number, byteCount: byteCount, extending: extending, for: id)
        }
    }

    /// Takes locks of the log's index.
    ///
    /// Asks for the file's key: with all pages of a query in SQLite's memory nothing else would, and
    /// iOS refuses here, too: by SIGBUS, when the index is touched.
    func lockIndex(_ slots: Range<Int>, alone: Bool) -> ResultCode {
        let code = device.attempt(.lockIndex) {
            try handle.checkAccess()
        }
        guard code == .ok else { return code }
        let isTaken = shared.index.withLock { index in
            alone ? index.locks.own(slots, id) : index.locks.share(slots, id)
        }
        return isTaken ? .ok : .busy
    }

    /// Gives locks of the log's index back.
    func unlockIndex(_ slots: Range<Int>) {
        shared.index.withLock { $0.locks.release(slots, id) }
    }

    /// Orders what connections write to and read from the log's index.
    func indexBarrier() {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        shared.index.withLock { _ in }
    }

    /// Uses the log's index no more.
    func unmapIndex() { shared.index.withLock { $0.unmap(id) } }

    /// Tells that the handle is about to be closed.
    ///
    /// Locks and the log's index stay SQLite's until it gives them back.
    func resign() {
        endTransaction(isFinal: true)
        let openFile = openFile.withLock { openFile in
            defer { openFile = nil }
            return openFile
        }
        if let openFile { SharedDatabase.resign(openFile) }
    }

    /// Gives back whatever it holds.
    func leave() {
        unlock(.none)
        unmapIndex()
        resign()
    }
}

/// Transactions whose journal lies in memory.
extension DatabaseConnection {
    /// Whether it has the right to write, and has not begun.
    var isAboutToWrite: Bool {
        // One that a restart ended keeps its locks, and writes no more.
        lockLevel >= .reserved && (try? checkIsAlive()) != nil
            && transaction.withLock { $0 == nil }
    }

    /// Begins a journal; nil when there is one on the disk, which the caller may know is not there.
    ///
    /// - Throws: as `TransientFile.init(_:in:sealedBy:isMissing:)`, `ProtectedFile.beginGroup()`.
    func beginJournal(_ path: DevicePath, isMissing: Bool) throws -> JournalFile? {
        let begun = try TransientFile(
            path,
            in: files,
            sealedBy: journalKey.withLock { $0 },
            isMissing: isMissing
        )
        guard let file = begun else { return nil }
        // One of class B goes with its journal, as a file's does: it would stay while the device is locked.
        let isKept = file.key.protection != .completeUnlessOpen
        journalKey.withLock { $0 = isKept ? file.key : nil }
        let journal = JournalFile(file, of: self, on: device)
        let group = try handle.beginGroup()
        transaction.withLock { $0 = Transaction(journal: journal, group: group) }
        return journal
    }

    /// What a write to the database belongs to; nil when the disk has what undoes it, or nothing has.
    var group: WriteGroup? {
        transaction.withLock { transaction in
            guard let transaction, !transaction.isOnDisk, transaction.journal.isArmed else {
                return nil
            }
            return transaction.group
        }
    }

    /// Lets count what was written to the database, before it is synced.
    ///
    /// With a super-journal the databases of one transaction are undone together, and so by journals
    /// that a power loss leaves.
    func finishWriting(withSuperJournal: Bool) -> ResultCode {
        guard let transaction = transaction.withLock({ $0 }), transaction.journal.isArmed else {
            return .ok
        }
        return device.attempt(.synchronize) {
            if withSuperJournal { try transaction.journal.move() }
            try group?.end()
        }
    }

    /// The journal has come to the disk: what was written so far counts.
    ///
    /// - Throws: as `WriteGroup.end()`.
    func endGroup() throws {
        try transaction.withLock({ $0 })?.group.end()
        noteJournalOnDisk()
    }

    /// Whatever is written from now on counts by itself.
    func noteJournalOnDisk() { transaction.withLock { $0?.isOnDisk = true } }

    /// The journal is gone: what was written since the last sync was never finished.
    ///
    /// A final end refuses what another thread is about to write.
    func endTransaction(isFinal: Bool = false) {
        let ended = transaction.withLock { transaction in
            defer { if !isFinal { transaction = nil } }
            return transaction
        }
        ended?.group.close()
    }

    /// - Throws: `ProtectionError` with `handle-closed` after a restart, or the end of the service.
    func checkIsAlive() throws { _ = try handle.size }
}
