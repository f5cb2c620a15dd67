import CSQLite
import CloudRecords
import ProtectedSQLite
import ProtectionModel
import Synchronization

/// A connection to a container's database, which prepares each statement once.
final class SQLiteConnection: Sendable, TableConnection {
    /// The version of the tables, which the database remembers.
    private static let version: Int64 = 1

    private nonisolated(unsafe) let database: OpaquePointer
    private let statements = Mutex<[TableStatement: SQLiteStatement]>([:])

    /// Opens a database, and makes the tables in a new one.
    ///
    /// - Throws: `SQLiteFailure`; ``ProtectionError`` with `unsupported-version`.
    init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, DatabaseService.fileSystemName)
        guard let opened, code == SQLITE_OK else {
            let failure = SQLiteFailure(code, opened)
            sqlite3_close_v2(opened)
            throw failure
        }
        database = opened
        sqlite3_busy_timeout(opened, 5_000)
        // What was erased is overwritten, also where SQLite would only forget it. The journal stays in
        // memory until a transaction outgrows the cache, and is never a file after it.
        try execute(
            """
            PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE;
            PRAGMA cache_size = -8000; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON
            """
        )
        try prepareTables()
    }

    deinit {
        statements.withLock { $0 = [:] }
        sqlite3_close_v2(database)
    }

    private func prepareTables() throws {
        let version = try SQLiteStatement("PRAGMA user_version", in: database)
        switch try version.rows([], in: database).first {
        case TableRow([.integer(Self.version)]): return
        case TableRow([.integer(0)]): break
        default:
            throw ProtectionError(
                .unsupportedVersion,
                "the records' database was made by a newer version"
            )
        }
        let definition = TableDefinition.statements(.sqlite).joined(separator: ";\n")
        do {
            try execute(
                "BEGIN IMMEDIATE; \(definition); PRAGMA user_version = \(Self.version); COMMIT"
            )
        } catch {
            _ = undo()
            throw error
        }
    }

    // MARK: Transactions

    /// Begins a transaction, and has looked at the file then.
    ///
    /// - Throws: `SQLiteFailure`.
    func begin(isWriting: Bool) throws {
        try execute(isWriting ? "BEGIN IMMEDIATE" : "BEGIN; SELECT 1 FROM containers LIMIT 1")
    }

    /// Undoes the transaction; false when it cannot be.
    func undo() -> Bool {
        sqlite3_get_autocommit(database) != 0 || (try? execute("ROLLBACK")) != nil
    }

    /// Runs statements of ours that give no rows.
    ///
    /// - Throws: `SQLiteFailure`.
    func execute(_ statements: String) throws {
        let code = sqlite3_exec(database, statements, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure(code, database) }
    }

    func rows(_ statement: TableStatement, _ values: [TableValue]) throws -> [TableRow] {
        let prepared = try statements.withLock { statements in
            if let known = statements[statement] { return known }
            let new = try SQLiteStatement(statement.rawValue, in: database)
            statements[statement] = new
            return new
        }
        return try prepared.rows(values, in: database)
    }

    func run(_ statement: TableStatement, _ values: [TableValue]) throws {
        _ = try rows(statement, values)
    }
}

/// A prepared statement.
final class SQLiteStatement: Sendable {
    private nonisolated(unsafe) let statement: OpaquePointer?

    /// - Throws: `SQLiteFailure`.
    init(_ text: String, in database: OpaquePointer) throws {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            database,
            text,
            -1,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &prepared,
            nil
        )
        guard code == SQLITE_OK else { throw SQLiteFailure(code, database) }
        statement = prepared
    }

    deinit { sqlite3_finalize(statement) }

    /// Runs it and gives all rows.
    ///
    /// - Throws: `SQLiteFailure`.
    func rows(_ values: [TableValue], in database: OpaquePointer) throws -> [TableRow] {
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, Int32(index + 1))
            guard code == SQLITE_OK else { throw SQLiteFailure(code, database) }
        }
        var rows: [TableRow] = []
        while true {
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw SQLiteFailure(code, database) }
                return rows
            }
            rows.append(TableRow((0..<sqlite3_column_count(statement)).map { value(at: $0) }))
        }
    }

    private func bind(_ value: TableValue, _ index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .bytes(let bytes):
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob64(
                    statement,
                    index,
                    bytes,
                    UInt64(bytes.count),
                    // SQLITE_TRANSIENT: SQLite makes a copy.
                    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                )
        }
    }

    private func value(at column: Int32) -> TableValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return .bytes(Array(UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }
}
