import Synchronization

/// What the connections of this process on one database file share, by whatever service and name
/// they came to it.
final class SharedDatabase: Sendable {
    let locks = Mutex(LockTable())
    let index = Mutex(SharedIndex())

    private struct Entry {
        let database: SharedDatabase
        var connectionCount: Int
    }

    /// By what all handles on a file share: so a file that took another's name begins anew, and a
    /// device that restarted, too.
    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    private init() {}

    /// What a new connection shares with others on the same open file.
    static func join(_ openFile: ObjectIdentifier) -> SharedDatabase {
        entries.withLock { entries in
            var entry = entries[openFile] ?? Entry(database: SharedDatabase(), connectionCount: 0)
            entry.connectionCount += 1
            entries[openFile] = entry
            return entry.database
        }
    }

    /// A connection's handle is about to be closed: later the same identifier may be another file's.
    static func resign(_ openFile: ObjectIdentifier) {
        entries.withLock { entries in
            entries[openFile]?.connectionCount -= 1
            if entries[openFile]?.connectionCount == 0 { entries[openFile] = nil }
        }
    }
}
