import CSQLite

/// How SQLite wants a file opened (sqlite.org/c3ref/c_open_autoproxy.html).
struct OpenFlags: OptionSet {
    let rawValue: Int32

    static let reading = OpenFlags(rawValue: SQLITE_OPEN_READONLY)
    static let creating = OpenFlags(rawValue: SQLITE_OPEN_CREATE)
    static let exclusive = OpenFlags(rawValue: SQLITE_OPEN_EXCLUSIVE)
    static let deletingOnClose = OpenFlags(rawValue: SQLITE_OPEN_DELETEONCLOSE)
    static let database = OpenFlags(rawValue: SQLITE_OPEN_MAIN_DB)
    static let journal = OpenFlags(rawValue: SQLITE_OPEN_MAIN_JOURNAL)
}
