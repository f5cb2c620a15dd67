import CSQLite
import Glibc

/// The calls of one copy of SQLite's library: the one that is linked, or a peer found at run time.
struct SQLiteLibrary {
    typealias Database = OpaquePointer
    typealias Statement = OpaquePointer
    typealias Open =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?, Int32,
            UnsafePointer<CChar>?
        ) -> Int32
    typealias OfDatabase = @convention(c) (OpaquePointer?) -> Int32
    typealias Execute =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?,
            (
                @convention(c) (
                    UnsafeMutableRawPointer?, Int32,
                    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
                    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
                ) -> Int32
            )?,
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> Int32
    typealias Prepare =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Int32
    typealias BindInteger = @convention(c) (OpaquePointer?, Int32, Int64) -> Int32
    typealias ColumnInteger = @convention(c) (OpaquePointer?, Int32) -> Int64

    let open: Open
    let close: OfDatabase
    let execute: Execute
    let prepare: Prepare
    let step: OfDatabase
    let reset: OfDatabase
    let finalize: OfDatabase
    let bindInteger: BindInteger
    let columnInteger: ColumnInteger

    /// The library that this program is linked with.
    static let linked = SQLiteLibrary(
        open: sqlite3_open_v2,
        close: sqlite3_close,
        execute: sqlite3_exec,
        prepare: sqlite3_prepare_v2,
        step: sqlite3_step,
        reset: sqlite3_reset,
        finalize: sqlite3_finalize,
        bindInteger: sqlite3_bind_int64,
        columnInteger: sqlite3_column_int64
    )

    /// SQLCipher, which has the same names: it is never linked, and keeps its own to itself.
    ///
    /// - Returns: nil when it is not installed.
    static func sqlcipher() -> SQLiteLibrary? {
        let names = ["libsqlcipher.so.1", "libsqlcipher.so.0", "libsqlcipher.so"]
        let flags = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND
        guard let library = names.lazy.compactMap({ dlopen($0, flags) }).first else { return nil }
        func call<Call>(_ name: String, _: Call.Type) -> Call? {
            dlsym(library, "sqlite3_" + name).map { unsafeBitCast($0, to: Call.self) }
        }
        guard let open = call("open_v2", Open.self), let close = call("close", OfDatabase.self),
            let execute = call("exec", Execute.self),
            let prepare = call("prepare_v2", Prepare.self),
            let step = call("step", OfDatabase.self), let reset = call("reset", OfDatabase.self),
            let finalize = call("finalize", OfDatabase.self),
            let bindInteger = call("bind_int64", BindInteger.self),
            let columnInteger = call("column_int64", ColumnInteger.self)
        else { return nil }
        return SQLiteLibrary(
            open: open,
            close: close,
            execute: execute,
            prepare: prepare,
            step: step,
            reset: reset,
            finalize: finalize,
            bindInteger: bindInteger,
            columnInteger: columnInteger
        )
    }
}

/// A connection to a database by some library.
final class BenchDatabase {
    struct Failure: Error {
        let code: Int32
        let statement: String
    }

    private let library: SQLiteLibrary
    private var database: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]

    init(_ path: String, _ library: SQLiteLibrary, fileSystem: String?) throws {
        self.library = library
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        try check(library.open(path, &database, flags, fileSystem), "open \(path)")
    }

    deinit {
        for statement in statements.values { _ = library.finalize(statement) }
        _ = library.close(database)
    }

    func run(_ text: String) throws {
        try check(library.execute(database, text, nil, nil, nil), text)
    }

    /// Runs a statement that is prepared once, with a number for its only parameter, and adds up the
    /// first column of its rows.
    func sum(_ text: String, _ number: Int64? = nil) throws -> Int64 {
        let statement = try prepared(text)
        defer { _ = library.reset(statement) }
        if let number { try check(library.bindInteger(statement, 1, number), text) }
        var sum: Int64 = 0
        while true {
            let code = library.step(statement)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw Failure(code: code, statement: text) }
                return sum
            }
            sum &+= library.columnInteger(statement, 0)
        }
    }

    private func prepared(_ text: String) throws -> OpaquePointer {
        if let known = statements[text] { return known }
        var statement: OpaquePointer?
        try check(library.prepare(database, text, -1, &statement, nil), text)
        guard let statement else { throw Failure(code: SQLITE_ERROR, statement: text) }
        statements[text] = statement
        return statement
    }

    private func check(_ code: Int32, _ text: String) throws {
        guard code == SQLITE_OK else { throw Failure(code: code, statement: text) }
    }
}
