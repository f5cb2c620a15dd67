import CSQLite

/// A result code of SQLite (sqlite.org/rescode.html).
///
/// The extended codes stand here because Swift does not import macros that are made of others.
struct ResultCode: Hashable {
    let rawValue: Int32

    private init(_ primary: Int32, extended: Int32 = 0) {
        rawValue = primary | extended << 8
    }

    /// Whether SQLite asks the file system about the failure (`sqlite3_system_errno`).
    var isExplained: Bool { [SQLITE_IOERR, SQLITE_CANTOPEN].contains(rawValue & 0xFF) }

    static let ok = ResultCode(SQLITE_OK)
    static let busy = ResultCode(SQLITE_BUSY)
    static let corrupt = ResultCode(SQLITE_CORRUPT)
    static let notFound = ResultCode(SQLITE_NOTFOUND)
    static let full = ResultCode(SQLITE_FULL)
    static let authorization = ResultCode(SQLITE_AUTH)
    static let cannotOpen = ResultCode(SQLITE_CANTOPEN)
    static let cannotOpenFolder = ResultCode(SQLITE_CANTOPEN, extended: 2)
    static let outOfMemory = ResultCode(SQLITE_NOMEM)

    static let readFailed = ResultCode(SQLITE_IOERR, extended: 1)
    static let shortRead = ResultCode(SQLITE_IOERR, extended: 2)
    static let writeFailed = ResultCode(SQLITE_IOERR, extended: 3)
    static let syncFailed = ResultCode(SQLITE_IOERR, extended: 4)
    static let truncateFailed = ResultCode(SQLITE_IOERR, extended: 6)
    static let statusFailed = ResultCode(SQLITE_IOERR, extended: 7)
    static let deleteFailed = ResultCode(SQLITE_IOERR, extended: 10)
    static let accessFailed = ResultCode(SQLITE_IOERR, extended: 13)
    static let lockFailed = ResultCode(SQLITE_IOERR, extended: 15)
    static let closeFailed = ResultCode(SQLITE_IOERR, extended: 16)
    static let indexLockFailed = ResultCode(SQLITE_IOERR, extended: 20)
    static let indexMapFailed = ResultCode(SQLITE_IOERR, extended: 21)
    static let deletedAlready = ResultCode(SQLITE_IOERR, extended: 23)
}
