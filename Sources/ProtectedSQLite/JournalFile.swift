import CSQLite
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization

/// A rollback journal of a database of a device, which lies in memory and comes to the disk only
/// where it has to.
///
/// While SQLite has it open, the pages that it writes to the database are one group of that file's
/// log, which ends when SQLite is about to sync the database. So the disk has the database as it was
/// before the transaction, or as it is after, and nobody ever asks for the journal but the connection
/// that wrote it. One that gives it up before the end has undone nothing, or not all, and the group
/// is abandoned: the database is as it was before.
final class JournalFile: ServedFile {
    private let journal: TransientFile
    private let connection: DatabaseConnection
    private let device: ServedDevice
    /// Whether it has something that would undo a transaction.
    private let isArmedFlag = Mutex(false)

    init(
        _ journal: TransientFile,
        of connection: DatabaseConnection,
        on device: ServedDevice
    ) {
        self.journal = journal
        self.connection = connection
        self.device = device
    }

    var database: DatabaseConnection? { nil }

    /// Whether a transaction rests on it.
    var isArmed: Bool { isArmedFlag.withLock { $0 } }

    func size(_ size: inout Int64) -> ResultCode {
        device.attempt(.size) { size = Int64(clamping: try journal.size) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ResultCode {
        var count = 0
        let code = device.attempt(.read) {
            count = try journal.read(at: UInt64(offset), into: LentMemory(buffer))
        }
        return code == .ok ? buffer.endAfter(count) : code
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> ResultCode {
        device.attempt(.write) {
            // The journal mode PERSIST ends a transaction so, and keeps the file.
            if offset == 0, journal.isInMemory, bytes.allSatisfy({ $0 == 0 }) {
                return disarm(leaving: bytes.count)
            }
            let span = RawSpan(_unsafeBytes: bytes)
            isArmedFlag.withLock { $0 = true }
            guard try !journal.write(span, at: UInt64(offset)) else { return }
            try move()
            _ = try journal.write(span, at: UInt64(offset))
        }
    }

    func truncate(to length: Int64) -> ResultCode {
        device.attempt(.truncate) {
            // So does TRUNCATE.
            if length == 0, journal.isInMemory { return disarm(leaving: 0) }
            try journal.truncate(to: UInt64(length))
        }
    }

    func synchronize() -> ResultCode {
        // One that undoes nothing any more, as after a commit, is as good without its key.
        guard isArmed || !journal.isInMemory else { return .ok }
        return device.attempt(.synchronize) { try journal.synchronize() }
    }

    /// SQLite removes a journal right after; or it has failed to undo the transaction.
    func close() -> ResultCode {
        connection.endTransaction()
        return device.attempt(.close) { try journal.close() }
    }

    /// Brings it to the disk, durably, from where it undoes what the database has from now on.
    ///
    /// - Throws: as `TransientFile.move()`, `WriteGroup.end()`.
    func move() throws {
        guard journal.isInMemory else { return }
        // A connection that has ended has no say in what is on the disk by now.
        try connection.checkIsAlive()
        try journal.move()
        do { try connection.checkIsAlive() } catch {
            try? journal.close()
            try? device.files().remove(journal.path)
            throw error
        }
        try connection.endGroup()
    }

    /// The transaction is over, and only that there is a journal matters.
    private func disarm(leaving byteCount: Int) {
        isArmedFlag.withLock { $0 = false }
        guard (try? connection.checkIsAlive()) != nil else { return }
        journal.clear(leaving: byteCount)
        if !journal.isInMemory { connection.noteJournalOnDisk() }
    }
}
