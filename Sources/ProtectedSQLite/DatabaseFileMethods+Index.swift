import CSQLite

/// The index of a write-ahead log (sqlite.org/walformat.html#the_wal_index_file_format).
extension DatabaseFileMethods {
    static func addIndex(to table: inout sqlite3_io_methods) {
        table.xShmMap = { place, number, byteCount, extends, region in
            guard let database = ServedFileReference.file(of: place)?.database, number >= 0,
                byteCount > 0, let region
            else { return ResultCode.indexMapFailed.rawValue }
            region.pointee = database.indexRegion(
                Int(number),
                byteCount: Int(byteCount),
                extending: extends != 0
            )
            return SQLITE_OK
        }
        table.xShmLock = { place, first, count, flags in
            guard let database = ServedFileReference.file(of: place)?.database,
                first >= 0, count > 0, Int(first) + Int(count) <= IndexLocks.count
            else { return ResultCode.indexLockFailed.rawValue }
            let slots = Int(first)..<Int(first) + Int(count)
            guard flags & SQLITE_SHM_UNLOCK == 0 else {
                database.unlockIndex(slots)
                return SQLITE_OK
            }
            return database.lockIndex(slots, alone: flags & SQLITE_SHM_EXCLUSIVE != 0).rawValue
        }
        table.xShmBarrier = { place in
            ServedFileReference.file(of: place)?.database?.indexBarrier()
        }
        // There is no file to delete.
        table.xShmUnmap = { place, _ in
            ServedFileReference.file(of: place)?.database?.unmapIndex()
            return SQLITE_OK
        }
    }
}
