#if PostgreSQL
import CloudRecords
import ProtectionModel
import SodiumCrypto
import Synchronization

/// A server, and what is remembered of it to notice that it was restored from a backup.
///
/// A restored server would give serials again that devices have tokens of. It is noticed at each
/// new connection, and then every zone gets another incarnation, so that all tokens of before are
/// expired:
/// - by its identity, which stands in the table `origin`: a dump in a new database or table, another
///   cluster, a standby that took over and a recovery to a point in time all have another one;
/// - by its log, which is shorter than this process has seen it: a copy of the cluster's files that
///   was put back in place.
///
/// A copy that was put back while no process was there to remember is noticed by nobody: then the
/// operator calls ``PostgreSQLRecordEngine/renew()``.
final class PostgreSQLServer: Sendable {
    /// The version of the tables.
    static let version: Int64 = 1

    let address: PostgreSQLAddress
    let settings: PostgreSQLSettings
    let random: any RandomSource
    /// How far the log was written when it was seen last.
    private let place = Mutex(Int64(0))
    /// One connection at a time looks whether the server was restored.
    private let check = Mutex(())

    init(
        _ address: PostgreSQLAddress,
        _ settings: PostgreSQLSettings,
        _ random: any RandomSource
    ) {
        self.address = address
        self.settings = settings
        self.random = random
    }

    /// Remembers how far the log is written.
    func note(_ place: Int64?) {
        guard let place else { return }
        self.place.withLock { $0 = max($0, place) }
    }

    /// Connects, and renews what a restored server has.
    ///
    /// - Throws: `PostgreSQLFailure`; ``ProtectionError`` with `unsupported-version`.
    func connect() throws -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(address, settings)
        // Others wait until all is renewed, or they would answer what is expired.
        try check.withLock { _ in
            try connection.send(.dropMarks)
            try connection.send(.place)
            let end = try connection.finish().first?.integer(0) ?? 0
            let isShorter = place.withLock { end < $0 }
            guard try isShorter || !isKnown(connection) else { return note(end) }
            try renew(connection, always: isShorter)
            place.withLock { $0 = end }
        }
        return connection
    }

    /// Whether the server is the one that its tables say.
    private func isKnown(_ connection: PostgreSQLConnection) throws -> Bool {
        try connection.send(.findOrigin)
        guard let origin = try connection.finish().first,
            try origin.integer(0) == Self.version
        else {
            throw ProtectionError(
                .unsupportedVersion,
                "the records' server has tables of another version"
            )
        }
        return try !origin.isNull(1) && origin.bytes(1) == identity(connection)
    }

    private func identity(_ connection: PostgreSQLConnection) throws -> [UInt8] {
        try connection.send(.identity)
        return try connection.finish().first?.bytes(0) ?? []
    }

    /// Gives every zone another incarnation, unless another process did it meanwhile.
    func renew(_ connection: PostgreSQLConnection, always: Bool) throws {
        do {
            try connection.send(.beginWriting)
            try connection.send(.lockZones)
            if try always || !isKnown(connection) {
                // Zero would change nothing.
                let change = random.bytes(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } | 1
                try connection.send(.renewZones, [.integer(change)])
                try connection.send(.renewContainers, [.integer(change)])
                try connection.send(.changeOrigin, [.bytes(identity(connection))])
            }
            _ = try connection.commit()
        } catch {
            _ = connection.undo()
            throw error
        }
    }
}
#endif
