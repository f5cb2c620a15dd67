import CSQLite

/// A connection of SQLite's C API, as any program would use it.
final class Connection {
    private let database: OpaquePointer

    /// Opens a database by its path alone.
    ///
    /// - Throws: `SQLiteFailure`.
    init(
        _ path: String,
        flags: Int32 = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
        fileSystem: String? = nil
    ) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_EXRESCODE, fileSystem)
        guard let opened, code == SQLITE_OK else {
            defer { sqlite3_close(opened) }
            throw SQLiteFailure(
                extendedCode: code,
                message: String(cString: sqlite3_errmsg(opened))
            )
        }
        database = opened
    }

    deinit {
        sqlite3_close_v2(database)
    }

    /// Runs statements that give nothing back, or whose rows do not matter.
    func run(_ statements: String) throws {
        try check(sqlite3_exec(database, statements, nil, nil, nil))
    }

    /// The rows of a query as text.
    func rows(_ query: String) throws -> [[String]] {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(database, query, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while true {
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                try check(code == SQLITE_DONE ? SQLITE_OK : code)
                return rows
            }
            rows.append(
                (0..<sqlite3_column_count(statement)).map {
                    sqlite3_column_text(statement, $0).map { String(cString: $0) } ?? "NULL"
                }
            )
        }
    }

    /// The only value of a query.
    func value(_ query: String) throws -> String? { try rows(query).first?.first }

    /// What `sqlite3_system_errno` says of the last failure.
    var systemNumber: Int32 { sqlite3_system_errno(database) }

    /// A file control of one number.
    func control(_ operation: Int32, _ number: Int32 = -1) -> (code: Int32, number: Int32) {
        var number = number
        let code = sqlite3_file_control(database, "main", operation, &number)
        return (code, number)
    }

    /// The name of the file system the connection uses.
    var fileSystemName: String? {
        var name: UnsafeMutablePointer<CChar>?
        guard
            sqlite3_file_control(database, "main", SQLITE_FCNTL_VFSNAME, &name) == SQLITE_OK,
            let name
        else { return nil }
        defer { sqlite3_free(name) }
        return String(cString: name)
    }

    /// Takes over all that another database has, by SQLite's backup.
    func restore(from other: Connection) throws {
        guard let backup = sqlite3_backup_init(database, "main", other.database, "main") else {
            return try check(sqlite3_errcode(database))
        }
        sqlite3_backup_step(backup, -1)
        try check(sqlite3_backup_finish(backup))
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw SQLiteFailure(
                extendedCode: sqlite3_extended_errcode(database),
                message: String(cString: sqlite3_errmsg(database))
            )
        }
    }
}

/// What SQLite refused.
struct SQLiteFailure: Error, CustomStringConvertible {
    /// The extended result code.
    let extendedCode: Int32
    let message: String

    /// The primary result code.
    var code: Int32 { extendedCode & 0xFF }

    var description: String { "\(extendedCode): \(message)" }
}

/// The primary result code that `body` fails with; 0 when all goes well.
func code(_ body: () throws -> Void) throws -> Int32 {
    do {
        try body()
        return 0
    } catch let failure as SQLiteFailure {
        return failure.code
    }
}

/// How SQLite makes transactions atomic (sqlite.org/pragma.html#pragma_journal_mode).
enum JournalMode: String, CaseIterable {
    case delete, truncate, persist, memory, wal

    /// Those that survive a power loss.
    static let durable: [JournalMode] = [.delete, .truncate, .persist, .wal]
}
