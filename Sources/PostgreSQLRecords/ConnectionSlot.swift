#if PostgreSQL
import CloudRecords
import ProtectionModel
import SodiumCrypto
import Synchronization

/// A place for one connection, which is made when it is needed and again after it was lost.
///
/// It numbers its transactions, and each writes its number into the row `commits` that is the
/// slot's: so a commit whose answer was lost can be looked up, by the next connection in the slot.
final class ConnectionSlot: Sendable {
    private struct State {
        var connection: PostgreSQLConnection?
        var number: Int64 = 0
    }

    private let server: PostgreSQLServer
    private let name: [UInt8]
    private let state = Mutex(State())

    init(_ server: PostgreSQLServer) {
        self.server = server
        name = server.random.bytes(16)
    }

    /// Closes the connection.
    func close() { state.withLock { $0.connection = nil } }

    private func connected() throws -> PostgreSQLConnection {
        if let connection = state.withLock({ $0.connection }), connection.isIdle {
            return connection
        }
        let connection = try server.connect()
        state.withLock { $0.connection = connection }
        return connection
    }

    private func next() -> Int64 {
        state.withLock { state in
            state.number += 1
            return state.number
        }
    }

    private func undo(_ connection: PostgreSQLConnection) {
        if !connection.undo() { close() }
    }

    // MARK: Transactions

    /// Runs a transaction that only reads, again after its connection was lost.
    func read<Result: Sendable>(
        _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
        try attempts { _ in
            let connection = try connected()
            do {
                try connection.beginReading()
                let result = try body(connection)
                server.note(try connection.commit())
                return result
            } catch {
                undo(connection)
                throw error
            }
        }
    }

    /// Runs a transaction that writes.
    ///
    /// It is run again when others were in the way, or its connection was lost, as long as nothing
    /// of it can have been committed. After a commit without an answer the next attempt writes the
    /// same number: the server waits until the lost one has ended, and says whether it was done.
    func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
        let number = next()
        /// What was maybe done.
        var unsure: Result?
        return try attempts { _ in
            let connection = try connected()
            do {
                try connection.beginWriting(container, locking: zone)
                try connection.send(.mark, [.bytes(name), .integer(number)])
                if let done = unsure {
                    if try connection.finish().isEmpty {
                        undo(connection)
                        return done
                    }
                    unsure = nil
                }
                let result = try body(connection)
                do {
                    server.note(try connection.commit())
                } catch let failure as PostgreSQLFailure where failure.isLost {
                    unsure = result
                    throw failure
                }
                return result
            } catch {
                undo(connection)
                throw error
            }
        }
    }

    /// Tries until it is done, or it is of no use.
    private func attempts<Result: Sendable>(
        _ body: (Int) throws -> Result
    ) throws -> Result {
        var attempt = 1
        while true {
            do {
                return try body(attempt)
            } catch let failure as PostgreSQLFailure {
                guard failure.isLost || failure.isConflict, attempt < server.settings.attemptCount
                else { throw failure.error }
                attempt += 1
            }
        }
    }
}
#endif
