import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization

/// A rollback journal of a database of a device, which comes to the disk only where it has to.
///
/// While it lies in memory, the pages that SQLite writes to the database make up one group of its
/// log, up to the database's sync: a power loss leaves the database as it was before the
/// transaction, or as it is after, and in neither case a journal is asked for.
final class JournalFile: ServedFile {
    private let journal: TransientFile
    private let device: ServedDevice

    init(_ journal: TransientFile, on device: ServedDevice) {
        self.journal = journal
        self.device = device
    }

    var database: DatabaseConnection? { nil }

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
            try journal.write(RawSpan(_unsafeBytes: bytes), at: UInt64(offset))
            // The journal mode PERSIST ends a transaction so, and keeps the file.
            if offset == 0, bytes.allSatisfy({ $0 == 0 }) { try journal.move() }
        }
    }

    func truncate(to length: Int64) -> ResultCode {
        device.attempt(.truncate) { try journal.truncate(to: UInt64(length)) }
    }

    func synchronize() -> ResultCode {
        device.attempt(.synchronize) { try journal.synchronize() }
    }

    /// SQLite removes a journal right after, or needs it again.
    func close() -> ResultCode {
        device.attempt(.close) { if !journal.isLost { try journal.close() } }
    }
}

/// The journals of a device that are not on its disk, by their paths.
final class DeviceJournals: Sendable {
    private struct Entry {
        let journal: TransientFile
        let database: DeviceFile
    }

    private let entries = Mutex<[DevicePath: Entry]>([:])

    /// The journal at a path, if it is here.
    func find(_ path: DevicePath) -> TransientFile? {
        guard let entry = entries.withLock({ $0.isEmpty ? nil : $0[path] }) else { return nil }
        // What ended with a restart or on the disk is found there, or nowhere.
        guard entry.journal.isInMemory, (try? entry.database.handle.size) != nil else {
            entry.journal.discard()
            remove(path)
            return nil
        }
        return entry.journal
    }

    /// Begins a journal of a database; nil when there is one on the disk.
    ///
    /// - Throws: as `TransientFile.init(_:in:)`.
    func begin(
        _ path: DevicePath,
        of database: DeviceFile,
        in files: FileStore
    ) throws -> TransientFile? {
        guard let journal = try TransientFile(path, in: files) else { return nil }
        entries.withLock { $0[path] = Entry(journal: journal, database: database) }
        database.database?.journal = journal
        return journal
    }

    /// Removes a journal: the end of its transaction.
    ///
    /// - Returns: false when it is not here.
    /// - Throws: as `ProtectedFile.endGroup()`.
    func end(_ path: DevicePath) throws -> Bool {
        guard find(path) != nil, let entry = entries.withLock({ $0[path] }) else { return false }
        // Without a sync, which SQLite leaves out when it is told to, the group is still open.
        try entry.database.handle.endGroup()
        remove(path)
        entry.journal.discard()
        return true
    }

    /// Before a database is closed: a journal that is still wanted comes to the disk.
    func leave(_ database: DeviceFile) {
        let left = entries.withLock { entries in
            entries.filter { $0.value.database === database }
        }
        for (path, entry) in left {
            remove(path)
            if entry.journal.isInMemory, (try? entry.journal.move()) == nil {
                entry.journal.discard()
                // Half a transaction must not count without a journal.
                entry.database.handle.abandonGroup()
            }
            try? entry.journal.close()
        }
    }

    private func remove(_ path: DevicePath) {
        let entry = entries.withLock { $0.removeValue(forKey: path) }
        entry?.database.database?.journal = nil
    }
}
