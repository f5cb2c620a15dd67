import CSQLite

/// What SQLite does with a file that is open (sqlite.org/c3ref/io_methods.html).
enum DatabaseFileMethods {
    /// Version 2, with shared memory for write-ahead logs, without mapped files.
    ///
    /// A mapping would have to be plaintext that stays when the device locks.
    /// Never written again, never freed: files of any thread point to it.
    nonisolated(unsafe) static let table: UnsafePointer<sqlite3_io_methods> = {
        var table = sqlite3_io_methods()
        table.iVersion = 2
        addContent(to: &table)
        addLocks(to: &table)
        addIndex(to: &table)
        addTraits(to: &table)
        let place = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        place.initialize(to: table)
        return UnsafePointer(place)
    }()

    private static func addContent(to table: inout sqlite3_io_methods) {
        table.xClose = { place in
            (ServedFileReference.take(from: place)?.close() ?? .ok).rawValue
        }
        table.xRead = { place, bytes, count, offset in
            guard let file = ServedFileReference.file(of: place), count >= 0, offset >= 0 else {
                return ResultCode.readFailed.rawValue
            }
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
            return file.read(into: buffer, at: offset).rawValue
        }
        table.xWrite = { place, bytes, count, offset in
            guard let file = ServedFileReference.file(of: place), count >= 0, offset >= 0 else {
                return ResultCode.writeFailed.rawValue
            }
            let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            return file.write(buffer, at: offset).rawValue
        }
        table.xTruncate = { place, length in
            guard let file = ServedFileReference.file(of: place), length >= 0 else {
                return ResultCode.truncateFailed.rawValue
            }
            return file.truncate(to: length).rawValue
        }
        // All that SQLite can ask for is the same here: content, length and name.
        table.xSync = { place, _ in
            (ServedFileReference.file(of: place)?.synchronize() ?? .syncFailed).rawValue
        }
        table.xFileSize = { place, size in
            guard let file = ServedFileReference.file(of: place), let size else {
                return ResultCode.statusFailed.rawValue
            }
            return file.size(&size.pointee).rawValue
        }
    }

    /// Locks matter on databases alone.
    private static func addLocks(to table: inout sqlite3_io_methods) {
        table.xLock = { place, level in
            guard let database = ServedFileReference.file(of: place)?.database,
                let level = LockLevel(rawValue: level)
            else { return SQLITE_OK }
            return database.lock(level).rawValue
        }
        table.xUnlock = { place, level in
            if let level = LockLevel(rawValue: level) {
                ServedFileReference.file(of: place)?.database?.unlock(level)
            }
            return SQLITE_OK
        }
        table.xCheckReservedLock = { place, answer in
            let isReserved = ServedFileReference.file(of: place)?.database?.isReserved ?? false
            answer?.pointee = isReserved ? 1 : 0
            return SQLITE_OK
        }
    }
}
