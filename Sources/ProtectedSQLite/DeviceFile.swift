import CSQLite
import ProtectedStore
import ProtectionModel
import Synchronization

/// A file of a device that SQLite opened: a database, a journal or a write-ahead log.
///
/// All goes straight through to the handle, so the file follows the lock and nothing of it is kept
/// here.
final class DeviceFile: ServedFile {
    let handle: ProtectedFile
    let database: DatabaseConnection?
    private let device: ServedDevice
    private let flags: OpenFlags

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
        device.attempt(.size) { size = Int64(clamping: try handle.size) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ResultCode {
        var count = 0
        let code = device.attempt(.read) {
            let content = try handle.content(at: UInt64(offset), count: buffer.count)
            content.withBytes { bytes in
                bytes.withUnsafeBytes { buffer.copyMemory(from: $0) }
            }
            count = content.count
        }
        return code == .ok ? buffer.endAfter(count) : code
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> ResultCode {
        device.attempt(.write) {
            try handle.write(RawSpan(_unsafeBytes: bytes), at: UInt64(offset))
        }
    }

    func truncate(to length: Int64) -> ResultCode {
        device.attempt(.truncate) {
            try handle.truncate(to: UInt64(length))
        }
    }

    func synchronize() -> ResultCode {
        device.attempt(.synchronize) { try handle.synchronize() }
    }

    func close() -> ResultCode {
        device.leave(self)
        return device.attempt(.close) {
            // SQLite removes a journal right after.
            try handle.close(folding: !flags.contains(.journal))
            if flags.contains(.deletingOnClose) { try device.files().remove(handle.path) }
        }
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
}
