#if PostgreSQL
package import CloudRecords
import Dispatch
package import ProtectionModel
package import SodiumCrypto
import Synchronization

/// Keeps records in PostgreSQL 15 or later, for the devices of many machines.
///
/// Transactions of several zones run beside each other, each on a connection of its own, those of
/// one zone after each other. *Explicit locks and not `SERIALIZABLE`:* the service only ever
/// conflicts over zones, which it names before it begins; with locks they wait for each other, where
/// `SERIALIZABLE` would let them run and undo one, and would undo transactions of different zones,
/// too, whose rows lie in one page. ``TableLock`` says why no others are needed.
///
/// What was committed is never done again: ``ConnectionSlot``. A server that was restored from a
/// backup is noticed, or the operator says so: ``PostgreSQLServer``. Failures are
/// `service-unavailable` and, when others held the zone for too long, `zone-busy`; a request with a
/// token may then be repeated, for even when this engine could not look up what became of it the
/// service does.
package final class PostgreSQLRecordEngine: RecordEngine {
    private let server: PostgreSQLServer
    private let slots: Mutex<[ConnectionSlot]>
    private let free: DispatchSemaphore

    /// An engine on a server, which is asked when it is needed.
    ///
    /// - Parameters:
    ///   - address: the server and the database, which has the tables of ``definition``.
    ///   - settings: how long it is waited for.
    ///   - random: where names of connections and incarnations of zones come from.
    package init(
        _ address: PostgreSQLAddress,
        settings: PostgreSQLSettings = PostgreSQLSettings(),
        random: any RandomSource = SystemRandomSource()
    ) {
        let server = PostgreSQLServer(address, settings, random)
        self.server = server
        let count = max(1, settings.connectionCount)
        slots = Mutex((0..<count).map { _ in ConnectionSlot(server) })
        free = DispatchSemaphore(value: count)
    }

    /// The statements that make the tables, in a new database.
    package static var definition: String {
        let own = [
            """
            CREATE TABLE commits (connection BYTEA PRIMARY KEY, number BIGINT NOT NULL,
            moment BIGINT NOT NULL)
            """,
            """
            CREATE TABLE origin (id BIGINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL,
            identity BYTEA)
            """,
            "INSERT INTO origin (id, version) VALUES (1, \(PostgreSQLServer.version))",
        ]
        return (["BEGIN"] + TableDefinition.statements(.postgreSQL) + own + ["COMMIT"])
            .map { $0 + ";\n" }.joined()
    }

    package func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result {
        try withSlot { slot in
            try slot.read { try body(TableTransaction($0, container)) }
        }
    }

    package func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        try withSlot { slot in
            try slot.write(container, locking: zone) { try body(TableTransaction($0, container)) }
        }
    }

    /// Lets all tokens and tags of before be expired: to be called after the files of a cluster were
    /// put back as they were, which no connection shows.
    ///
    /// - Throws: ``ProtectionError`` with `service-unavailable`.
    package func renew() throws(ProtectionError) {
        do {
            try server.renew(server.connect(), always: true)
        } catch let failure as PostgreSQLFailure {
            throw failure.error
        } catch let error as ProtectionError {
            throw error
        } catch {
            throw ProtectionError(.internalError, "the zones were not renewed", cause: error)
        }
    }

    /// Closes all connections that are not in use; each is made again when it is needed.
    package func close() { for slot in slots.withLock({ $0 }) { slot.close() } }

    private func withSlot<Result>(_ body: (ConnectionSlot) throws -> Result) throws -> Result {
        let patience = server.settings.lockTimeout.components
        let time = DispatchTime.now() + .seconds(Int(patience.seconds) + 1)
        guard free.wait(timeout: time) == .success else {
            throw ProtectionError(
                .serviceUnavailable,
                "all connections to the records' server are in use",
                cause: RetryDelay(.seconds(1))
            )
        }
        defer { free.signal() }
        // The one that was used last is the likeliest to be connected.
        guard let slot = slots.withLock({ $0.popLast() }) else {
            throw ProtectionError(.internalError, "no connection is free")
        }
        defer { slots.withLock { $0.append(slot) } }
        return try body(slot)
    }
}
#endif
