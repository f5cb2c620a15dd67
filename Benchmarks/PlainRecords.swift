import CSQLite
import CloudRecords
import Synchronization

/// What is sent to a database with the tables of records.
enum SentStatement: Sendable {
    case begin(isWriting: Bool)
    case statement(TableStatement, [TableValue])
    case commit
}

/// Plain SQLite with a log, synced at each commit, under the same service; it notes what is sent, so
/// that the same can be sent without a service.
final class PlainRecords: RecordEngine {
    let connection: PlainTables
    private let turn = Mutex(())
    private let sent = Mutex<[SentStatement]>([])

    init(_ path: String) throws { connection = try PlainTables(path) }

    /// What was sent since it was taken last.
    func takeSent() -> [SentStatement] {
        sent.withLock { sent in
            defer { sent = [] }
            return sent
        }
    }

    func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result {
        try transaction(container, isWriting: false) { try body($0) }
    }

    func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        try transaction(container, isWriting: true) { try body($0) }
    }

    private func transaction<Result: Sendable>(
        _ container: ContainerKey,
        isWriting: Bool,
        _ body: (TableTransaction) throws -> Result
    ) throws -> Result {
        try turn.withLock { _ in
            try connection.run(isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
            note(.begin(isWriting: isWriting))
            let result = try body(TableTransaction(Noting(self), container))
            try connection.run("COMMIT")
            note(.commit)
            return result
        }
    }

    private func note(_ statement: SentStatement) { sent.withLock { $0.append(statement) } }

    /// Notes each statement.
    private final class Noting: TableConnection {
        let records: PlainRecords

        init(_ records: PlainRecords) { self.records = records }

        func rows(_ statement: TableStatement, _ values: [TableValue]) throws -> [TableRow] {
            records.note(.statement(statement, values))
            return try records.connection.rows(statement, values)
        }

        func run(_ statement: TableStatement, _ values: [TableValue]) throws {
            _ = try rows(statement, values)
        }
    }
}

/// A connection of plain SQLite's.
final class PlainTables: Sendable {
    struct Failure: Error { let code: Int32 }

    private nonisolated(unsafe) let database: OpaquePointer
    private nonisolated(unsafe) var statements: [TableStatement: OpaquePointer] = [:]

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, "unix")
        guard let opened, code == SQLITE_OK else { throw Failure(code: code) }
        database = opened
        try run(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -8000;"
                + TableDefinition.statements(.sqlite).joined(separator: ";")
        )
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(database)
    }

    func run(_ text: String) throws {
        let code = sqlite3_exec(database, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw Failure(code: code) }
    }

    /// Sends what was noted, and gives how many bytes came back.
    @discardableResult
    func send(_ sent: [SentStatement]) throws -> Int {
        var count = 0
        for statement in sent {
            switch statement {
            case .begin(let isWriting): try run(isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
            case .commit: try run("COMMIT")
            case .statement(let statement, let values):
                try step(statement, values) { statement in
                    for column in 0..<sqlite3_column_count(statement)
                    where sqlite3_column_blob(statement, column) != nil {
                        count += Int(sqlite3_column_bytes(statement, column))
                    }
                }
            }
        }
        return count
    }

    func rows(_ statement: TableStatement, _ values: [TableValue]) throws -> [TableRow] {
        var rows: [TableRow] = []
        try step(statement, values) { statement in
            rows.append(
                TableRow(
                    (0..<sqlite3_column_count(statement)).map { column in
                        switch sqlite3_column_type(statement, column) {
                        case SQLITE_INTEGER:
                            .integer(sqlite3_column_int64(statement, column))
                        case SQLITE_BLOB:
                            .bytes(
                                Array(
                                    UnsafeRawBufferPointer(
                                        start: sqlite3_column_blob(statement, column),
                                        count: Int(sqlite3_column_bytes(statement, column))
                                    )
                                )
                            )
                        default: .null
                        }
                    }
                )
            )
        }
        return rows
    }

    private func step(
        _ statement: TableStatement,
        _ values: [TableValue],
        _ body: (OpaquePointer) -> Void
    ) throws {
        let prepared = try prepare(statement)
        defer { sqlite3_reset(prepared) }
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            switch value {
            case .null: sqlite3_bind_null(prepared, place)
            case .integer(let number): sqlite3_bind_int64(prepared, place, number)
            case .bytes(let bytes):
                let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                if bytes.isEmpty {
                    sqlite3_bind_zeroblob(prepared, place, 0)
                } else {
                    sqlite3_bind_blob64(prepared, place, bytes, UInt64(bytes.count), copied)
                }
            }
        }
        while true {
            let code = sqlite3_step(prepared)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw Failure(code: code) }
                return
            }
            body(prepared)
        }
    }

    private func prepare(_ statement: TableStatement) throws -> OpaquePointer {
        if let known = statements[statement] { return known }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(database, statement.rawValue, -1, &prepared, nil)
        guard let prepared, code == SQLITE_OK else { throw Failure(code: code) }
        statements[statement] = prepared
        return prepared
    }
}
