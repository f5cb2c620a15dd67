import CloudRecords
import ProtectedSQLite
import ProtectionModel
import Synchronization

/// The database of a container, opened when it is asked for and again after it failed.
final class ContainerDatabase: Sendable {
    /// One transaction at a time.
    private let turn = Mutex(())
    private let current = Mutex<SQLiteConnection?>(nil)
    private let path: String
    private let service: DatabaseService
    private let prepare: @Sendable () throws -> Void

    /// A database at a path of a service, before whose first opening `prepare` is called.
    init(
        _ path: String,
        of service: DatabaseService,
        prepare: @escaping @Sendable () throws -> Void
    ) {
        self.path = path
        self.service = service
        self.prepare = prepare
    }

    /// Lets go of the file, after the transaction that is under way.
    func close() { turn.withLock { _ in current.withLock { $0 = nil } } }

    /// Runs `body` in a transaction, which is undone when it throws.
    func transaction<Result: Sendable>(
        isWriting: Bool,
        _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        try turn.withLock { _ in
            let connection = try begin(isWriting: isWriting)
            do {
                let result = try body(connection)
                try connection.execute("COMMIT")
                return result
            } catch {
                // What cannot be undone now is when the file is opened the next time.
                if !connection.undo() || error is SQLiteFailure { current.withLock { $0 = nil } }
                throw (error as? SQLiteFailure)?.error(of: service) ?? error
            }
        }
    }

    private func begin(isWriting: Bool) throws -> SQLiteConnection {
        // A device that restarted has left an open file behind, once.
        if let connection = current.withLock({ $0 }) {
            if (try? connection.begin(isWriting: isWriting)) != nil { return connection }
            current.withLock { $0 = nil }
        }
        do {
            try prepare()
            let connection = try SQLiteConnection(path)
            try connection.begin(isWriting: isWriting)
            current.withLock { $0 = connection }
            return connection
        } catch let failure as SQLiteFailure {
            throw failure.error(of: service)
        }
    }
}
