#if PostgreSQL
import CPostgreSQL
import CloudRecords
import ProtectionModel
import SodiumCrypto
import Synchronization

/// A connection to a server: statements without rows are sent ahead, in libpq's pipeline, and their
/// answers read with those of the next that gives some.
final class PostgreSQLConnection: Sendable {
    /// What became of a statement.
    enum Outcome {
        case rows([TableRow])
        case failure(PostgreSQLFailure)
    }

    /// So many statements are sent ahead at most: their answers have to fit into a socket.
    private static let aheadCount = 1_000
    /// For a server that is not there: seconds to connect, milliseconds without an answer.
    private static let defaults = [
        ("connect_timeout", "10"), ("tcp_user_timeout", "30000"), ("keepalives_idle", "30"),
        ("application_name", "protection-toolkit"),
    ]

    private nonisolated(unsafe) let connection: OpaquePointer
    private let aheadCount = Mutex(0)
    /// The container of the transaction that is under way, for its locks.
    private let container = Mutex<ContainerKey?>(nil)

    /// Connects.
    ///
    /// - Throws: `PostgreSQLFailure`.
    init(_ address: PostgreSQLAddress, _ settings: PostgreSQLSettings) throws {
        let options =
            Self.defaults + [("dbname", address.text), ("client_encoding", "UTF8")]
        let opened = Self.withStrings(options.map(\.0)) { keywords in
            Self.withStrings(options.map(\.1)) { PQconnectdbParams(keywords, $0, 1) }
        }
        guard let opened, PQstatus(opened) == CONNECTION_OK else {
            defer { PQfinish(opened) }
            throw PostgreSQLFailure(opened)
        }
        connection = opened
        // Notices would go to standard error.
        PQsetNoticeReceiver(opened, { _, _ in }, nil)
        guard PQenterPipelineMode(opened) == 1 else { throw PostgreSQLFailure(opened) }
        for text in settings.statements { try send(text: text, name: nil, []) }
        _ = try finish()
        for statement in PostgreSQLStatement.all {
            try check(PQsendPrepare(opened, statement.name, statement.text, 0, nil))
            aheadCount.withLock { $0 += 1 }
        }
        _ = try finish()
    }

    deinit { PQfinish(connection) }

    private static func withStrings<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var bytes: [CChar] = []
        var starts: [Int] = []
        for text in texts {
            starts.append(bytes.count)
            bytes += text.utf8CString
        }
        return bytes.withUnsafeBufferPointer { buffer in
            let base = buffer.baseAddress
            let pointers = starts.map { start in base.map { $0 + start } } + [nil]
            return pointers.withUnsafeBufferPointer { list in
                guard let list = list.baseAddress else { preconditionFailure("never empty") }
                return body(list)
            }
        }
    }

    /// Ends it at once, as a cut wire does; for tests.
    var socket: Int32 { PQsocket(connection) }

    // MARK: Sending

    /// Sends a statement ahead.
    func send(_ statement: PostgreSQLStatement, _ values: [TableValue] = []) throws {
        let isPrepared = !PostgreSQLStatement.unprepared.contains(statement.name)
        try send(text: statement.text, name: isPrepared ? statement.name : nil, values)
    }

    private func send(text: String, name: String?, _ values: [TableValue]) throws {
        if aheadCount.withLock({ $0 }) >= Self.aheadCount { _ = try finish() }
        let parameters = Parameters(values)
        let sent = parameters.withPointers { pointers, lengths, formats in
            let count = Int32(values.count)
            return name.map {
                PQsendQueryPrepared(connection, $0, count, pointers, lengths, formats, 1)
            } ?? PQsendQueryParams(connection, text, count, nil, pointers, lengths, formats, 1)
        }
        try check(sent)
        aheadCount.withLock { $0 += 1 }
    }

    private func check(_ sent: Int32) throws {
        guard sent == 1 else { throw PostgreSQLFailure(connection) }
    }

    // MARK: Answers

    /// Waits for all that was sent, and gives the rows of the last statement.
    ///
    /// - Throws: `PostgreSQLFailure`, that of the first statement that failed.
    @discardableResult
    func finish() throws -> [TableRow] {
        var last: [TableRow] = []
        for outcome in try outcomes() {
            switch outcome {
            case .rows(let rows): last = rows
            case .failure(let failure): throw failure
            }
        }
        return last
    }

    /// Waits for all that was sent; after one that failed nothing was done.
    ///
    /// - Throws: `PostgreSQLFailure` when the connection is gone.
    func outcomes() throws -> [Outcome] {
        let count = aheadCount.withLock { count in
            defer { count = 0 }
            return count
        }
        guard count > 0 else { return [] }
        try check(PQpipelineSync(connection))
        var outcomes: [Outcome] = []
        for _ in 0..<count { outcomes.append(try nextOutcome(outcomes)) }
        // The answer to the end of the pipeline.
        guard let end = PQgetResult(connection) else { throw PostgreSQLFailure(connection) }
        defer { PQclear(end) }
        guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else {
            throw PostgreSQLFailure(connection)
        }
        return outcomes
    }

    private func nextOutcome(_ before: [Outcome]) throws -> Outcome {
        var outcome: Outcome?
        while let result = PQgetResult(connection) {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK: outcome = .rows(Self.rows(result))
            case PGRES_COMMAND_OK: outcome = outcome ?? .rows([])
            case PGRES_PIPELINE_ABORTED:
                outcome = .failure(PostgreSQLFailure(state: "25P02", "one before it failed"))
            default:
                let failure = PostgreSQLFailure(result, on: connection)
                if failure.isLost { throw Self.first(before) ?? failure }
                outcome = .failure(failure)
            }
        }
        guard let outcome else { throw PostgreSQLFailure(connection) }
        return outcome
    }

    /// Why the server hung up, if it said so.
    private static func first(_ outcomes: [Outcome]) -> PostgreSQLFailure? {
        for case .failure(let failure) in outcomes where failure.isLost { return failure }
        return nil
    }

    private static func rows(_ result: OpaquePointer) -> [TableRow] {
        let columns = 0..<PQnfields(result)
        let types = columns.map { PQftype(result, $0) }
        return (0..<PQntuples(result)).map { row in
            TableRow(columns.map { value(result, row, $0, types[Int($0)]) })
        }
    }

    private static func value(
        _ result: OpaquePointer,
        _ row: Int32,
        _ column: Int32,
        _ type: Oid
    ) -> TableValue {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column)
        else { return .null }
        let bytes = UnsafeRawBufferPointer(
            start: start,
            count: Int(PQgetlength(result, row, column))
        )
        switch type {
        // bytea, bigint (pg_type.dat).
        case 17: return .bytes(Array(bytes))
        case 20: return .integer(bytes.reduce(0) { $0 << 8 | Int64($1) })
        default: return .null
        }
    }

    // MARK: Transactions

    /// Whether it is in no transaction and can begin one.
    var isIdle: Bool { PQtransactionStatus(connection) == PQTRANS_IDLE }

    /// Undoes the transaction; false when that is not sure, so that the connection must go.
    func undo() -> Bool {
        do {
            // An error ends the pipeline, not the transaction.
            _ = try outcomes()
            try send(.rollBack)
            try finish()
            return isIdle
        } catch {
            return false
        }
    }

    /// Begins a transaction that only reads, and sees one state of all.
    func beginReading() throws {
        container.withLock { $0 = nil }
        try send(.beginReading)
    }

    /// Begins a transaction that writes.
    ///
    /// The locks come first, and each statement then sees what was committed before it: so it sees
    /// all that those did who had them before.
    func beginWriting(_ key: ContainerKey, locking zone: ZoneKey?) throws {
        container.withLock { $0 = key }
        try send(.beginWriting)
        if let zone {
            let locks = [TableLock.container(key), .database(key, zone.database), .zone(key, zone)]
            try send(.lockZone, locks.map { .integer($0.number) })
        } else {
            try send(.lock, [.integer(TableLock.container(key).number)])
        }
    }

    /// Commits, and gives how far the log is written then.
    ///
    /// - Throws: `PostgreSQLFailure`; when the connection is gone, it is not known whether the
    ///   transaction is done.
    func commit() throws -> Int64? {
        try send(.commit)
        let index = aheadCount.withLock { $0 } - 1
        try send(.place)
        let outcomes = try outcomes()
        for case .failure(let failure) in outcomes.prefix(index + 1) { throw failure }
        guard case .rows(let rows)? = outcomes.last else { return nil }
        return try rows.first?.integer(0)
    }
}

extension PostgreSQLConnection: TableConnection {
    func rows(_ statement: TableStatement, _ values: [TableValue]) throws -> [TableRow] {
        try run(statement, values)
        return try finish()
    }

    func run(_ statement: TableStatement, _ values: [TableValue]) throws {
        guard let known = PostgreSQLStatement.of(statement) else { return }
        try send(known, values)
    }

    func willRead(zonesOf database: DatabaseKey) throws {
        guard let key = container.withLock({ $0 }) else { return }
        try send(.lock, [.integer(TableLock.sums(key, database).number)])
    }

    func willDrop(_ database: DatabaseKey) throws {
        guard let key = container.withLock({ $0 }) else { return }
        try send(.lock, [.integer(TableLock.database(key, database).number)])
    }
}

/// The values of a statement, as libpq takes them: big-endian numbers and bytes.
private struct Parameters {
    private var bytes: [CChar] = []
    private var places: [(start: Int, count: Int)?] = []

    init(_ values: [TableValue]) {
        for value in values {
            let start = bytes.count
            switch value {
            case .null:
                places.append(nil)
                continue
            case .integer(let number):
                for shift in stride(from: Int64(56), through: 0, by: -8) {
                    bytes.append(CChar(truncatingIfNeeded: number >> shift))
                }
            case .bytes(let more):
                bytes.append(contentsOf: more.lazy.map { CChar(bitPattern: $0) })
            }
            places.append((start, bytes.count - start))
        }
        // So that an empty value has a place, too.
        bytes.append(0)
    }

    func withPointers<Result>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer { buffer in
            let pointers = places.map { place in
                place.flatMap { place in buffer.baseAddress.map { $0 + place.start } }
            }
            let lengths = places.map { Int32($0?.count ?? 0) }
            let formats = places.map { _ in Int32(1) }
            return pointers.withUnsafeBufferPointer { pointers in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { formats in
                        body(pointers.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
#endif
