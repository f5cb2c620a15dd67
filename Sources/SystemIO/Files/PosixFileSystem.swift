import CSystemShims
import Glibc
import SystemPackage

/// The operating system's own files.
package struct PosixFileSystem: FileSystem {
    /// The only instance anyone needs.
    package init() {}

    package func open(
        _ name: String,
        in directory: Descriptor?,
        _ options: OpenOptions,
        permissions: UInt32
    ) throws(SystemError) -> Descriptor {
        var flags = O_NOFOLLOW | O_NONBLOCK
        flags |= options.contains(.writing) ? O_RDWR : O_RDONLY
        if options.contains(.creatingNew) { flags |= O_CREAT | O_EXCL }
        if options.contains(.creating) { flags |= O_CREAT }
        if options.contains(.directory) { flags |= O_DIRECTORY }
        let result = shim_openat(directory?.rawValue ?? AT_FDCWD, name, flags, permissions)
        return Descriptor(rawValue: try check(result, "openat", name))
    }

    package func close(_ file: Descriptor) {
        _ = Glibc.close(file.rawValue)
    }

    package func read(
        _ file: Descriptor,
        into bytes: inout MutableRawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int {
        try bytes.withUnsafeMutableBytes { (bytes) throws(SystemError) in
            try retrying("pread") {
                pread(file.rawValue, bytes.baseAddress, bytes.count, off_t(offset))
            }
        }
    }

    package func write(
        _ file: Descriptor,
        _ bytes: RawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int {
        try bytes.withUnsafeBytes { (bytes) throws(SystemError) in
            try retrying("pwrite") {
                pwrite(file.rawValue, bytes.baseAddress, bytes.count, off_t(offset))
            }
        }
    }

    package func truncate(_ file: Descriptor, to size: UInt64) throws(SystemError) {
        _ = try retrying("ftruncate") { Int(ftruncate(file.rawValue, off_t(size))) }
    }

    package func punchHole(_ file: Descriptor, _ range: Range<UInt64>) throws(SystemError) {
        let done = shim_punch_hole(file.rawValue, Int64(range.lowerBound), Int64(range.count))
        _ = try check(done, "fallocate", nil)
    }

    package func synchronize(_ file: Descriptor, dataOnly: Bool) throws(SystemError) {
        _ = try retrying(dataOnly ? "fdatasync" : "fsync") {
            Int(dataOnly ? fdatasync(file.rawValue) : fsync(file.rawValue))
        }
    }

    package func synchronizeVolume(of file: Descriptor) throws(SystemError) {
        _ = try check(shim_syncfs(file.rawValue), "syncfs", nil)
    }

    package func status(of file: Descriptor) throws(SystemError) -> FileStatus {
        var status = shim_status()
        _ = try check(shim_fstat(file.rawValue, &status), "fstat", nil)
        return FileStatus(status)
    }

    package func status(
        of name: String,
        in directory: Descriptor
    ) throws(SystemError) -> FileStatus {
        var status = shim_status()
        _ = try check(shim_fstatat(directory.rawValue, name, &status), "fstatat", name)
        return FileStatus(status)
    }

    package func setModified(
        _ file: Descriptor,
        seconds: Int64,
        nanoseconds: Int64
    ) throws(SystemError) {
        _ = try check(
            shim_set_modified(file.rawValue, seconds, nanoseconds),
            "futimens",
            nil
        )
    }

    package func makeDirectory(
        _ name: String,
        in directory: Descriptor?,
        permissions: UInt32
    ) throws(SystemError) {
        _ = try retrying("mkdirat", name) {
            Int(mkdirat(directory?.rawValue ?? AT_FDCWD, name, permissions))
        }
    }

    package func rename(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor,
        _ rule: RenameRule
    ) throws(SystemError) {
        let number: Int32 =
            switch rule {
            case .replacing: 0
            case .exclusive: 1
            case .exchanging: 2
            }
        let result = shim_renameat(
            directory.rawValue,
            name,
            newDirectory.rawValue,
            newName,
            number
        )
        _ = try check(result, "renameat", newName)
    }

    package func unlink(
        _ name: String,
        in directory: Descriptor,
        folder: Bool
    ) throws(SystemError) {
        _ = try retrying("unlinkat", name) {
            Int(unlinkat(directory.rawValue, name, folder ? AT_REMOVEDIR : 0))
        }
    }

    package func names(in directory: Descriptor) throws(SystemError) -> [String] {
        try byteNames(in: directory).map { String(decoding: $0, as: UTF8.self) }
    }

    /// readdir(3): names as they are, which need not be UTF-8; of very many the first.
    package func byteNames(
        in directory: Descriptor,
        atMost limit: Int = .max
    ) throws(SystemError) -> [[UInt8]] {
        var error: Int32 = 0
        guard let stream = shim_opendir(directory.rawValue, &error) else {
            throw SystemError(Errno(rawValue: error), call: "opendir")
        }
        defer { shim_closedir(stream) }
        var names: [[UInt8]] = []
        while names.count < limit, let name = shim_readdir(stream, &error) {
            names.append(
                UnsafeRawBufferPointer(start: name, count: strlen(name)).map { $0 }
            )
        }
        guard error == 0 else { throw SystemError(Errno(rawValue: error), call: "readdir") }
        return names
    }

    package func lock(_ file: Descriptor, _ kind: LockKind) throws(SystemError) -> Bool {
        let operation =
            switch kind {
            case .unlocked: LOCK_UN
            case .shared: LOCK_SH | LOCK_NB
            case .exclusive: LOCK_EX | LOCK_NB
            }
        do {
            _ = try retrying("flock") { Int(flock(file.rawValue, operation)) }
            return true
        } catch {
            if error.errno == .wouldBlock { return false }
            throw error
        }
    }

    package func lockByte(
        _ file: Descriptor,
        at offset: UInt64,
        _ kind: LockKind
    ) throws(SystemError) -> Bool {
        let number: Int32 =
            switch kind {
            case .unlocked: 0
            case .shared: 1
            case .exclusive: 2
            }
        let result = shim_lock_byte(file.rawValue, Int64(offset), number)
        if result == -EAGAIN || result == -EACCES { return false }
        _ = try check(result, "fcntl", nil)
        return true
    }

    package func watch(
        _ directory: Descriptor,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DirectoryWatch {
        try DirectoryEvents.watch(directory, onChange)
    }

    package func isByteLocked(
        _ file: Descriptor,
        at offset: UInt64
    ) throws(SystemError) -> Bool {
        try check(shim_is_byte_locked(file.rawValue, Int64(offset)), "fcntl", nil) != 0
    }

    private func check(
        _ result: Int32,
        _ call: String,
        _ name: String?
    ) throws(SystemError) -> Int32 {
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: call, name: name)
        }
        return result
    }

    private func retrying(
        _ call: String,
        _ name: String? = nil,
        _ body: () -> Int
    ) throws(SystemError) -> Int {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = Glibc.errno
            if code != EINTR { throw SystemError(Errno(rawValue: code), call: call, name: name) }
        }
    }
}

extension FileStatus {
    fileprivate init(_ status: shim_status) {
        let kind: Kind =
            switch status.mode & UInt32(S_IFMT) {
            case UInt32(S_IFREG): .file
            case UInt32(S_IFDIR): .directory
            case UInt32(S_IFLNK): .symbolicLink
            default: .other
            }
        self.init(
            identity: FileIdentity(device: status.device, inode: status.inode),
            kind: kind,
            links: status.links,
            size: status.size,
            permissions: status.mode & 0o7777,
            owner: status.owner,
            group: status.group,
            modifiedSeconds: status.modifiedSeconds,
            modifiedNanoseconds: status.modifiedNanoseconds,
            accessedSeconds: status.accessedSeconds,
            accessedNanoseconds: status.accessedNanoseconds
        )
    }
}
