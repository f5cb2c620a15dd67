import CSQLite
import ProtectionModel
import Synchronization

/// The file system that SQLite opens its files with (sqlite.org/c3ref/vfs.html): files of served
/// devices are ours, all others those of the file system that was the default before.
enum DatabaseFiles {
    /// Its name in SQLite.
    static let name: StaticString = "protected-device"

    /// Nil until SQLite has it.
    ///
    /// What it points to is never written again and never freed, because connections keep it.
    nonisolated(unsafe) private static var registered: UnsafeMutablePointer<sqlite3_vfs>?
    private static let registration = Mutex(())

    /// Makes it SQLite's default.
    ///
    /// - Throws: ``ProtectionError`` with `internal-error`.
    static func register() throws(ProtectionError) {
        let code = registration.withLock { _ in
            if registered == nil {
                registered = sqlite3_vfs_find(nil).map(make(over:))
            }
            // Once more is harmless, and helps when SQLite was shut down since.
            return registered.map { sqlite3_vfs_register($0, 1) }
        }
        guard code == SQLITE_OK else {
            throw ProtectionError(.internalError, "SQLite did not accept the file system")
        }
    }

    private static func make(
        over host: UnsafeMutablePointer<sqlite3_vfs>
    ) -> UnsafeMutablePointer<sqlite3_vfs> {
        let files = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        var table = sqlite3_vfs()
        table.iVersion = min(host.pointee.iVersion, 2)
        table.szOsFile = max(host.pointee.szOsFile, Int32(MemoryLayout<protected_file>.size))
        // The host's file system relies on its own limit.
        table.mxPathname = host.pointee.mxPathname
        table.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        table.pAppData = UnsafeMutableRawPointer(host)
        addNames(to: &table)
        addHostMethods(to: &table)
        files.initialize(to: table)
        return files
    }

    /// The file system that was the default before.
    static func host(
        of files: UnsafeMutablePointer<sqlite3_vfs>?
    ) -> UnsafeMutablePointer<sqlite3_vfs>? {
        files?.pointee.pAppData?.assumingMemoryBound(to: sqlite3_vfs.self)
    }

    /// A path with the host's symbolic links resolved; nil when it cannot be.
    static func resolveOnHost(_ path: String) -> [UInt8]? {
        let files = registration.withLock { _ in registered }
        return path.withCString { fullPath(of: $0, on: host(of: files)) }
    }

    /// A path made absolute by the host's file system.
    static func fullPath(
        of path: UnsafePointer<CChar>,
        on host: UnsafeMutablePointer<sqlite3_vfs>?
    ) -> [UInt8]? {
        guard let host, let resolve = host.pointee.xFullPathname else { return nil }
        let count = Int(host.pointee.mxPathname) + 1
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count) { text in
            text.initialize(repeating: 0)
            // Links that were followed are not a failure: SQLITE_OK_SYMLINK.
            guard resolve(host, path, Int32(count), text.baseAddress) & 0xFF == SQLITE_OK else {
                return nil
            }
            return text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        }
    }

    /// The bytes of a path as SQLite hands it over.
    static func bytes(of path: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var next = path
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        return bytes
    }
}
