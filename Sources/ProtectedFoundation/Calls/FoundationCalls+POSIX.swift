public import Foundation
import ProtectedStore
import ProtectionModel
import SystemIO

/// Calls of the C library that Foundation hands on, for paths of a device; all others are the host's.
extension FoundationCalls {
    /// Runs one of two ways; a refusal of the device is told by `errno`.
    private static func posix<Result>(
        _ path: String,
        _ call: String,
        reading: Bool,
        followsLast: Bool = true,
        _ failed: Result,
        device: (ContainerItems, DevicePath) throws -> Result,
        host: () -> Result
    ) -> Result {
        do {
            return try manager(serving: path, call: call)
                .dispatch(
                    path,
                    reading: reading,
                    followsLast: followsLast,
                    call: call,
                    device: device,
                    host: host
                )
        } catch {
            setErrorNumber(errorNumber(of: error))
            return failed
        }
    }

    fileprivate static func errorNumber(of error: any Error) -> Int32 {
        switch error {
        case let error as POSIXError: error.code.rawValue
        case let error as ProtectionError: POSIXErrorCode(error.code).rawValue
        case let error as CocoaError:
            (error.userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue
                ?? POSIXErrorCode.EIO.rawValue
        default: POSIXErrorCode.EIO.rawValue
        }
    }

    /// `fopen(3)`: a stream over a file of a device, whose buffer is the C library's.
    public static func open(
        _ path: String,
        mode: String
    ) -> UnsafeMutablePointer<FILE>? {
        posix(path, "fopen", reading: StreamAccess(mode)?.mode == .read, nil) { items, item in
            guard let access = StreamAccess(mode) else {
                throw ProtectionError(.invalidArgument, "'\(mode)' is not a mode of fopen")
            }
            let files = try items.device.files
            let file = try files.open(
                item,
                access.mode,
                creating: access.isCreating,
                exclusive: access.isExclusive
            )
            if access.isTruncating { try file.truncate(to: 0) }
            let cursor = FileCursor(file, path: path, hostCalls: items.hostCalls)
            return openStream(
                FileStream(cursor, isAppending: access.isAppending),
                mode: access.essence
            )
        } host: {
            fopen(path, mode)
        }
    }

    /// `open(2)`: there is no descriptor for a file of a device, so it is refused, which the test is told.
    public static func open(_ path: String, flags: Int32, mode: mode_t) -> Int32 {
        posix(path, "open", reading: flags & O_ACCMODE == O_RDONLY, -1) { items, item in
            items.hostCalls.note("open(2) \(path), to which no descriptor leads")
            throw ProtectionError(.notFound, path: item)
        } host: {
            Foundation.open(path, flags, mode)
        }
    }

    /// `access(2)`, which looks at permissions, and at no keys.
    public static func access(_ path: String, _ mode: Int32) -> Int32 {
        posix(path, "access", reading: true, -1) { items, item in
            let bits = try items.device.files.metadata(of: item).mode >> 6 & 0o7
            guard bits & UInt32(mode) == UInt32(mode) else {
                throw ProtectionError(.permissionDenied, path: item)
            }
            return 0
        } host: {
            Foundation.access(path, mode)
        }
    }

    /// `unlink(2)`.
    public static func unlink(_ path: String) -> Int32 {
        posix(path, "unlink", reading: false, followsLast: false, -1) { items, item in
            try items.device.files.remove(item)
            return 0
        } host: {
            Foundation.unlink(path)
        }
    }

    /// `rmdir(2)`.
    public static func rmdir(_ path: String) -> Int32 {
        posix(path, "rmdir", reading: false, followsLast: false, -1) { items, item in
            try items.device.files.removeDirectory(item)
            return 0
        } host: {
            Foundation.rmdir(path)
        }
    }

    /// `remove(3)`: a file or an empty folder.
    public static func remove(_ path: String) -> Int32 {
        posix(path, "remove", reading: false, followsLast: false, -1) { items, item in
            if try items.existingKind(item) == .directory {
                try items.device.files.removeDirectory(item)
            } else {
                try items.device.files.remove(item)
            }
            return 0
        } host: {
            Foundation.remove(path)
        }
    }

    /// `mkdir(2)`.
    public static func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
        posix(path, "mkdir", reading: false, followsLast: false, -1) { items, item in
            // Without what the mask of an app's process takes away on iOS. (umask(2))
            let mode = UInt32(mode) & 0o777 & ~0o022
            try items.device.files.makeDirectory(item, attributes: NewAttributes(mode: mode))
            return 0
        } host: {
            Foundation.mkdir(path, mode)
        }
    }

    /// `rename(2)`, within a device; between it and the host `EXDEV`.
    public static func rename(_ old: String, _ new: String) -> Int32 {
        let source = device(of: old)
        let target = device(of: new)
        guard source == target else {
            setErrorNumber(POSIXErrorCode.EXDEV.rawValue)
            return -1
        }
        return posix(old, "rename", reading: false, followsLast: false, -1) { items, item in
            guard
                case .device(let other) = try items.place(
                    of: new,
                    reading: false,
                    followsLast: false
                )
            else { throw POSIXError(.EXDEV) }
            try items.device.files.rename(item, to: other)
            return 0
        } host: {
            Foundation.rename(old, new)
        }
    }

    /// The folder that stands for the device in which a path leads; nil for the host.
    private static func device(of path: String) -> String? {
        guard let items = manager(serving: path, call: "rename").items,
            case .device? = try? items.place(of: path, reading: false, followsLast: false)
        else { return nil }
        return items.paths.root
    }

    /// `realpath(3)`: the path of what is there, with no link in it; into `resolved`, else into memory
    /// that the caller frees.
    public static func realpath(
        _ path: String,
        _ resolved: UnsafeMutablePointer<CChar>?
    ) -> UnsafeMutablePointer<CChar>? {
        posix(path, "realpath", reading: true, nil) { items, item in
            _ = try items.device.files.kind(of: item)
            let real = items.paths.resolvedRoot + (item.isRoot ? "" : item.description)
            guard let resolved else { return strdup(real) }
            guard real.utf8.count < Int(PATH_MAX) else {
                throw ProtectionError(.invalidArgument, "the path is too long", path: item)
            }
            return strcpy(resolved, real)
        } host: {
            Foundation.realpath(path, resolved)
        }
    }

    /// `lstat(2)`: kind, permissions, length and times.
    public static func lstat(_ path: String, _ status: UnsafeMutablePointer<stat>) -> Int32 {
        posix(path, "lstat", reading: true, followsLast: false, -1) { items, item in
            let metadata = try items.device.files.metadata(of: item)
            var new = stat()
            new.st_mode = metadata.kind.fileType | metadata.mode
            new.st_ino = UInt(metadata.number)
            new.st_nlink = 1
            new.st_uid = metadata.owner
            new.st_gid = metadata.group
            new.st_size = Int(clamping: metadata.size ?? 0)
            new.st_blksize = 4_096
            new.st_blocks = (new.st_size + 511) / 512
            new.st_atim = timespec(metadata.accessed)
            new.st_mtim = timespec(metadata.modified)
            new.st_ctim = timespec(metadata.changed)
            status.pointee = new
            return 0
        } host: {
            Foundation.lstat(path, status)
        }
    }
}

extension FileMetadata.Kind {
    /// The bits of `st_mode`. (inode(7))
    fileprivate var fileType: mode_t {
        switch self {
        case .file: S_IFREG
        case .directory: S_IFDIR
        case .symbolicLink: S_IFLNK
        case .fifo: S_IFIFO
        case .socket: S_IFSOCK
        case .characterDevice: S_IFCHR
        case .blockDevice: S_IFBLK
        }
    }
}

extension timespec {
    fileprivate init(_ time: Timestamp) {
        self.init(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
    }
}

/// What a mode of fopen(3) asks for. (C11, 7.21.5.3)
private struct StreamAccess {
    let mode: ProtectedFile.Mode
    let isCreating: Bool
    let isTruncating: Bool
    let isAppending: Bool
    let isExclusive: Bool
    /// What the C library has to know of it.
    let essence: String

    /// Nil for a text that does not begin with `r`, `w` or `a`; what follows and is unknown, such as `t`, is
    /// passed over, as by the C library.
    init?(_ text: String) {
        guard let first = text.first, "rwa".contains(first) else { return nil }
        // After a comma come words, such as an encoding.
        let text = text.prefix { $0 != "," }
        let isUpdating = text.contains("+")
        essence = String(first) + (isUpdating ? "+" : "")
        mode = isUpdating ? .readWrite : first == "r" ? .read : .write
        isCreating = first != "r"
        isTruncating = first == "w"
        isAppending = first == "a"
        isExclusive = text.contains("x")
    }
}

/// A file of a device as the content of a `FILE`.
private final class FileStream: StreamContent {
    private let cursor: FileCursor
    private let isAppending: Bool

    init(_ cursor: FileCursor, isAppending: Bool) {
        self.cursor = cursor
        self.isAppending = isAppending
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let data = try cursor.read(upToCount: buffer.count) else { return 0 }
        data.copyBytes(to: buffer)
        return data.count
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        if isAppending { try cursor.append(Data(bytes)) } else { try cursor.write(Data(bytes)) }
    }

    func seek(by bytes: Int64, from origin: StreamOrigin) throws -> Int64 {
        let base: UInt64 =
            switch origin {
            case .start: 0
            case .place: cursor.offset
            case .end: try cursor.seekToEnd()
            }
        let (place, isTooFar) = Int64(clamping: base).addingReportingOverflow(bytes)
        guard !isTooFar, place >= 0 else { throw POSIXError(.EINVAL) }
        try cursor.seek(to: UInt64(place))
        return place
    }

    func close() throws { try cursor.close() }

    func errorNumber(of error: any Error) -> Int32 {
        FoundationCalls.errorNumber(of: error)
    }
}
