import ProtectedStore
import ProtectionModel
import Synchronization

/// Journals and logs of open databases that were found not to be there.
///
/// SQLite looks for both at the beginning of each transaction. While a database is open here, no
/// other process has it open, so none makes its journal or log; and of what this process makes the
/// store tells.
final class AbsentSidecars: Sendable {
    private struct Entry {
        let path: DevicePath
        let files: ObjectIdentifier
        let changeCount: UInt64
    }

    private static let limit = 16

    private let entries = Mutex<[Entry]>([])

    /// Whether the file at a path was missing, and is therefore still.
    func contains(_ path: DevicePath, in files: FileStore) throws -> Bool {
        let changeCount = try files.nameChangeCount
        return entries.withLock { entries in
            entries.contains {
                $0.changeCount == changeCount && $0.files == ObjectIdentifier(files)
                    && $0.path == path
            }
        }
    }

    /// Notes that a file was looked for after `changeCount` changes of names, and missing.
    func note(_ path: DevicePath, in files: FileStore, _ changeCount: UInt64) {
        entries.withLock { entries in
            entries.removeAll { $0.path == path }
            if entries.count == Self.limit { entries.removeFirst() }
            entries.append(
                Entry(path: path, files: ObjectIdentifier(files), changeCount: changeCount)
            )
        }
    }

    /// A database is no longer open: from now on others may make what belongs to it.
    func forget() { entries.withLock { $0 = [] } }
}
