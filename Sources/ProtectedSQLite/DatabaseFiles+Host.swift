import CSQLite
import ProtectedStore

/// What has nothing to do with files is the host's: libraries, randomness, time.
extension DatabaseFiles {
    static func addHostMethods(to table: inout sqlite3_vfs) {
        addLibraries(to: &table)
        table.xRandomness = { files, count, bytes in
            let host = DatabaseFiles.host(of: files)
            return host?.pointee.xRandomness?(host, count, bytes) ?? 0
        }
        table.xSleep = { files, microseconds in
            let host = DatabaseFiles.host(of: files)
            return host?.pointee.xSleep?(host, microseconds) ?? 0
        }
        table.xCurrentTime = { files, day in
            let host = DatabaseFiles.host(of: files)
            return host?.pointee.xCurrentTime?(host, day) ?? SQLITE_ERROR
        }
        table.xCurrentTimeInt64 = { files, milliseconds in
            let host = DatabaseFiles.host(of: files)
            return host?.pointee.xCurrentTimeInt64?(host, milliseconds) ?? SQLITE_ERROR
        }
        table.xGetLastError = { files, count, text in
            guard let failure = LastFailure.take() else {
                let host = DatabaseFiles.host(of: files)
                return host?.pointee.xGetLastError?(host, count, text) ?? 0
            }
            DatabaseFiles.write(failure.message, count, text)
            return failure.systemNumber
        }
    }

    private static func addLibraries(to table: inout sqlite3_vfs) {
        table.xDlOpen = { files, path in
            let host = DatabaseFiles.host(of: files)
            return host?.pointee.xDlOpen?(host, path)
        }
        table.xDlError = { files, count, text in
            let host = DatabaseFiles.host(of: files)
            host?.pointee.xDlError?(host, count, text)
        }
        table.xDlSym = { files, library, symbol in
            let host = DatabaseFiles.host(of: files)
            return host?.pointee.xDlSym?(host, library, symbol)
        }
        table.xDlClose = { files, library in
            let host = DatabaseFiles.host(of: files)
            host?.pointee.xDlClose?(host, library)
        }
    }

    /// Writes a message, cut to what there is room for.
    private static func write(
        _ message: String,
        _ count: Int32,
        _ text: UnsafeMutablePointer<CChar>?
    ) {
        guard let text, count > 0 else { return }
        var end = 0
        for byte in message.utf8.prefix(Int(count) - 1) {
            text[end] = CChar(bitPattern: byte)
            end += 1
        }
        text[end] = 0
    }
}
