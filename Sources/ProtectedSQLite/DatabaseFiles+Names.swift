import CSQLite
import ProtectedStore
import ProtectionModel

/// Opening files, and what is done to them by name.
extension DatabaseFiles {
    static func addNames(to table: inout sqlite3_vfs) {
        table.xOpen = { files, path, place, flags, opened in
            DatabaseFiles.open(files, path, place, flags, opened)
        }
        table.xDelete = { files, path, syncsFolder in
            DatabaseFiles.delete(files, path, syncsFolder)
        }
        table.xAccess = { files, path, question, answer in
            DatabaseFiles.access(files, path, question, answer)
        }
        table.xFullPathname = { files, path, count, text in
            DatabaseFiles.fullPathname(files, path, count, text)
        }
    }

    private static func open(
        _ files: UnsafeMutablePointer<sqlite3_vfs>?,
        _ path: UnsafePointer<CChar>?,
        _ place: UnsafeMutablePointer<sqlite3_file>?,
        _ flags: Int32,
        _ opened: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let place else { return ResultCode.cannotOpen.rawValue }
        // Without methods SQLite does not close what was not opened.
        place.pointee.pMethods = nil
        switch path.map({ ServedRoots.lookUp($0) }) {
        case .device(let device, let path):
            var file: (any ServedFile)?
            let code = device.attempt(.open) {
                file = try device.open(path, OpenFlags(rawValue: flags))
            }
            guard let file else { return code.rawValue }
            ServedFileReference.put(file, in: place)
        case .nowhere:
            return ResultCode.cannotOpen.rawValue
        case nil where ServedRoots.areInUse:
            // A temporary file, of an unknown database.
            ServedFileReference.put(MemoryFile(), in: place)
        case .host, nil:
            LastFailure.forget()
            let host = host(of: files)
            return host?.pointee.xOpen?(host, path, place, flags, opened)
                ?? ResultCode.cannotOpen.rawValue
        }
        opened?.pointee = flags
        return SQLITE_OK
    }

    private static func delete(
        _ files: UnsafeMutablePointer<sqlite3_vfs>?,
        _ path: UnsafePointer<CChar>?,
        _ syncsFolder: Int32
    ) -> Int32 {
        guard let path else { return ResultCode.deleteFailed.rawValue }
        switch ServedRoots.lookUp(path) {
        case .device(let device, let path):
            return device.attempt(.delete) {
                // The store syncs the folder always.
                try device.remove(path)
            }.rawValue
        case .nowhere:
            return ResultCode.deletedAlready.rawValue
        case .host:
            LastFailure.forget()
            let host = host(of: files)
            return host?.pointee.xDelete?(host, path, syncsFolder)
                ?? ResultCode.deleteFailed.rawValue
        }
    }

    private static func access(
        _ files: UnsafeMutablePointer<sqlite3_vfs>?,
        _ path: UnsafePointer<CChar>?,
        _ question: Int32,
        _ answer: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let path else { return ResultCode.accessFailed.rawValue }
        switch ServedRoots.lookUp(path) {
        case .device(let device, let path):
            return device.attempt(.access) {
                answer?.pointee = try device.isThere(path) ? 1 : 0
            }.rawValue
        case .nowhere:
            answer?.pointee = 0
            return SQLITE_OK
        case .host:
            LastFailure.forget()
            let host = host(of: files)
            return host?.pointee.xAccess?(host, path, question, answer)
                ?? ResultCode.accessFailed.rawValue
        }
    }

    private static func fullPathname(
        _ files: UnsafeMutablePointer<sqlite3_vfs>?,
        _ path: UnsafePointer<CChar>?,
        _ count: Int32,
        _ text: UnsafeMutablePointer<CChar>?
    ) -> Int32 {
        guard let path, let text else { return ResultCode.cannotOpen.rawValue }
        if let code = canonicalPath(bytes(of: path), count, text) { return code.rawValue }
        let host = host(of: files)
        // A relative path, or one that leads below a root by symbolic links.
        if let resolved = fullPath(of: path, on: host),
            let code = canonicalPath(resolved, count, text)
        {
            return code.rawValue
        }
        LastFailure.forget()
        return host?.pointee.xFullPathname?(host, path, count, text)
            ?? ResultCode.cannotOpen.rawValue
    }

    /// Writes the one spelling of a path below a root; the host is not asked.
    ///
    /// - Returns: nil for a path that is the host's.
    private static func canonicalPath(
        _ path: [UInt8],
        _ count: Int32,
        _ text: UnsafeMutablePointer<CChar>
    ) -> ResultCode? {
        switch ServedRoots.lookUp(path) {
        case .host: return nil
        case .nowhere: return .cannotOpen
        case .device(let device, let path):
            let spelling = (device.root.text + (path.isRoot ? "" : path.description)).utf8
            guard spelling.count < count else { return .cannotOpen }
            for (offset, byte) in spelling.enumerated() { text[offset] = CChar(bitPattern: byte) }
            text[spelling.count] = 0
            return .ok
        }
    }
}
