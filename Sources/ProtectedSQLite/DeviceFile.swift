import CSQLite
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import Synchronization

/// A file of a device that SQLite opened: a database, a journal or a write-ahead log.
///
/// All goes through to the handle, so the file follows the lock, and what is kept of it the store
/// keeps with its keys. Only the head of a log's frame waits here for the page that comes next, to
/// be sealed with it: numbers and checksums, no content.
final class DeviceFile: ServedFile {
    let handle: ProtectedFile
    let database: DatabaseConnection?
    private let device: ServedDevice
    private let flags: OpenFlags
    private let frameHead = Mutex<FrameHead?>(nil)
    /// Where a frame of a log is put together; wiped after each.
    private let frame = Mutex(WipedBuffer(count: 0))

    init(
        _ handle: ProtectedFile,
        on device: ServedDevice,
        _ flags: OpenFlags,
        database: DatabaseConnection?
    ) {
        self.handle = handle
        self.device = device
        self.flags = flags
        self.database = database
    }

    func size(_ size: inout Int64) -> ResultCode {
        device.attempt(.size) {
            try writeFrameHead()
            size = Int64(clamping: try handle.size)
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ResultCode {
        var count = 0
        let code = device.attempt(.read) {
            try writeFrameHead()
            count = try handle.read(at: UInt64(offset), into: LentMemory(buffer))
        }
        return code == .ok ? buffer.endAfter(count) : code
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> ResultCode {
        device.attempt(.write) {
            if flags.contains(.log) { return try writeLog(bytes, at: offset) }
            let span = RawSpan(_unsafeBytes: bytes)
            if let group = database?.group {
                try group.write(span, at: UInt64(offset))
            } else {
                try handle.write(span, at: UInt64(offset))
            }
        }
    }

    func truncate(to length: Int64) -> ResultCode {
        device.attempt(.truncate) {
            try writeFrameHead()
            if let group = database?.group {
                try group.truncate(to: UInt64(length))
            } else {
                try handle.truncate(to: UInt64(length))
            }
        }
    }

    func synchronize() -> ResultCode {
        device.attempt(.synchronize) {
            try writeFrameHead()
            try database?.group?.end()
            try handle.synchronize()
        }
    }

    func close() -> ResultCode {
        device.leave(self)
        return device.attempt(.close) {
            try? writeFrameHead()
            // SQLite removes a journal right after.
            try handle.close(folding: !flags.contains(.journal))
            if flags.contains(.deletingOnClose) { try device.files().remove(handle.path) }
        }
    }
}

/// Logs.
extension DeviceFile {
    /// The head of a frame in a write-ahead log (sqlite.org/fileformat2.html#wal_file_format).
    private struct FrameHead {
        static let byteCount = 24

        let bytes: [UInt8]
        let offset: Int64

        var end: Int64 { offset + Int64(Self.byteCount) }
    }

    /// Writes to a log, the head of a frame together with its page: one group, one call.
    private func writeLog(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        let head = frameHead.withLock { head in
            defer { head = nil }
            return head
        }
        if let head, head.end == offset {
            let count = FrameHead.byteCount + bytes.count
            return try frame.withLock { frame in
                frame.reserve(count)
                frame.copy(head.bytes.span.bytes, to: 0)
                frame.copy(RawSpan(_unsafeBytes: bytes), to: FrameHead.byteCount)
                defer { frame.zero(0..<count) }
                try frame.withBytes(0..<count) {
                    try handle.write($0, at: UInt64(head.offset))
                }
            }
        }
        if let head { try write(head) }
        guard bytes.count == FrameHead.byteCount, offset > 0 else {
            return try handle.write(RawSpan(_unsafeBytes: bytes), at: UInt64(offset))
        }
        frameHead.withLock { $0 = FrameHead(bytes: Array(bytes), offset: offset) }
    }

    private func writeFrameHead() throws {
        guard flags.contains(.log) else { return }
        let head = frameHead.withLock { head in
            defer { head = nil }
            return head
        }
        if let head { try write(head) }
    }

    private func write(_ head: FrameHead) throws {
        try handle.write(head.bytes.span.bytes, at: UInt64(head.offset))
    }
}

/// How SQLite wants a file opened (sqlite.org/c3ref/c_open_autoproxy.html).
struct OpenFlags: OptionSet {
    let rawValue: Int32

    static let reading = OpenFlags(rawValue: SQLITE_OPEN_READONLY)
    static let creating = OpenFlags(rawValue: SQLITE_OPEN_CREATE)
    static let exclusive = OpenFlags(rawValue: SQLITE_OPEN_EXCLUSIVE)
    static let deletingOnClose = OpenFlags(rawValue: SQLITE_OPEN_DELETEONCLOSE)
    static let database = OpenFlags(rawValue: SQLITE_OPEN_MAIN_DB)
    static let journal = OpenFlags(rawValue: SQLITE_OPEN_MAIN_JOURNAL)
    static let log = OpenFlags(rawValue: SQLITE_OPEN_WAL)
}
