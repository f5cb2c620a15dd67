import CSQLite
public import ProtectedStore

/// Serves the databases of a device to SQLite, for as long as it is kept.
///
/// Whoever uses SQLite in this process, directly or through a library such as GRDB, opens a path
/// below `root` and works on a file of the device, under its protection class:
///
/// ```swift
/// let service = try DatabaseService(device, at: "/phone")
/// let queue = try DatabaseQueue(path: "/phone/Documents/diary.db")  // "/Documents/diary.db"
/// ```
///
/// Nothing has to be at `root` on the host. Paths elsewhere go where they went before.
public final class DatabaseService: Sendable {
    /// The name of the file system in SQLite, which is the default one from the first service on.
    ///
    /// For `sqlite3_open_v2` and `file:…?vfs=`, should another default have come since.
    public static let fileSystemName = DatabaseFiles.name.description

    private let device: ServedDevice

    /// Serves a device that may get another store, as one that crashes and restarts does.
    ///
    /// `files` is asked at each opening, on the thread that opens, and must not use SQLite itself.
    /// `root` is the absolute path under which the device's root folder is seen: with `/phone`,
    /// the path `/phone/Documents/a.db` is `/Documents/a.db` on the device. SQLite's limit for a
    /// path, 512 bytes on Linux, counts for the whole.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a root that is not absolute,
    ///   is `/` or contains `..`; `already-exists` for one that overlaps another service's; `busy`
    ///   while connections to an earlier service of the root are open; `internal-error` when SQLite
    ///   accepts no file systems.
    public init(
        _ files: @escaping @Sendable () throws(ProtectionError) -> FileStore,
        at root: String
    ) throws(ProtectionError) {
        try DatabaseFiles.register()
        device = ServedDevice(
            at: try ServedRoot(root, resolving: DatabaseFiles.resolveOnHost),
            files
        )
        try ServedRoots.add(device)
    }

    /// Serves a device, whichever state it is in.
    ///
    /// - Throws: as ``init(_:at:)``.
    public convenience init(
        _ device: any ProtectedDevice,
        at root: String
    ) throws(ProtectionError) {
        try self.init({ () throws(ProtectionError) in try device.files }, at: root)
    }

    /// Serves the files of a store.
    ///
    /// - Throws: as ``init(_:at:)``.
    public convenience init(
        _ files: FileStore,
        at root: String
    ) throws(ProtectionError) {
        try self.init({ files }, at: root)
    }

    deinit {
        end()
    }

    /// The path below which the device is seen.
    public var root: String { device.root.text }

    /// The last failure of the device that SQLite got a result code for; nil before the first.
    ///
    /// SQLite keeps a code only. Here is which file it was, and why.
    public var lastError: ProtectionError? { device.lastError }

    /// Ends the service; ending it twice is harmless.
    ///
    /// Whatever connections still want of the device fails with `SQLITE_IOERR`, and openings with
    /// `SQLITE_CANTOPEN`, until all are closed. After that, paths below the root are the host's own.
    public func end() {
        device.end()
        ServedRoots.forgetEnded()
    }
}
