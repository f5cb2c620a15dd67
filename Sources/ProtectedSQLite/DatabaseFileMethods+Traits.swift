import CSQLite

/// What SQLite may know of a file, and few things it may set.
extension DatabaseFileMethods {
    static func addTraits(to table: inout sqlite3_io_methods) {
        table.xSectorSize = { _ in 4_096 }
        // Each write is one group of the file's log, so a power loss leaves it whole or out, and its
        // neighbours alone; and a file is never longer than what was written to it. More is true,
        // such as atomic writes of any size, but only asked for by what SQLite is rarely built with.
        table.xDeviceCharacteristics = { _ in
            SQLITE_IOCAP_POWERSAFE_OVERWRITE | SQLITE_IOCAP_SAFE_APPEND
        }
        table.xFileControl = { place, operation, argument in
            guard let file = ServedFileReference.file(of: place) else {
                return ResultCode.notFound.rawValue
            }
            // Before each sync of a database, and in its place where syncs are off; with the name of the
            // super-journal, if there is one.
            if operation == SQLITE_FCNTL_SYNC, let database = file.database {
                return database.finishWriting(withSuperJournal: argument != nil).rawValue
            }
            return DatabaseFileMethods.control(file, operation, argument).rawValue
        }
    }

    private static func control(
        _ file: any ServedFile,
        _ operation: Int32,
        _ argument: UnsafeMutableRawPointer?
    ) -> ResultCode {
        // The store needs no hint how long a file will be.
        if operation == SQLITE_FCNTL_SIZE_HINT { return .ok }
        guard let argument else { return .notFound }
        let number = argument.assumingMemoryBound(to: Int32.self)
        switch (operation, file.database) {
        case (SQLITE_FCNTL_VFSNAME, _):
            return giveName(to: argument)
        case (SQLITE_FCNTL_POWERSAFE_OVERWRITE, _):
            number.pointee = 1
        case (SQLITE_FCNTL_LOCKSTATE, let database?):
            number.pointee = database.lockLevel.rawValue
        case (SQLITE_FCNTL_HAS_MOVED, let database?):
            number.pointee = database.hasMoved ? 1 : 0
        case (SQLITE_FCNTL_PERSIST_WAL, let database?):
            if number.pointee >= 0 { database.keepsLog = number.pointee != 0 }
            number.pointee = database.keepsLog ? 1 : 0
        default:
            return .notFound
        }
        return .ok
    }

    /// The caller frees the copy.
    private static func giveName(to argument: UnsafeMutableRawPointer) -> ResultCode {
        let count = DatabaseFiles.name.utf8CodeUnitCount + 1
        guard let copy = sqlite3_malloc(Int32(count)) else { return .outOfMemory }
        // With the zero at the end of a literal.
        copy.copyMemory(from: DatabaseFiles.name.utf8Start, byteCount: count)
        argument.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee = copy
        return .ok
    }
}
