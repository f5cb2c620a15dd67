import CSystemShims
import Glibc
import SystemPackage

/// The kernel's end of a file system that this program serves: `/dev/fuse`, or in tests a socket
/// that keeps messages apart.
///
/// Each call is one system call; several threads may read and write at once. When the last
/// reference ends the device is closed, and the kernel answers `ENOTCONN` to whoever still uses the
/// file system.
package final class MountDevice: Sendable {
    /// What one read brought.
    package enum Arrival: Sendable, Equatable {
        /// A request of so many bytes.
        case request(Int)
        /// Nothing: a signal came, or the request was withdrawn before it could be read.
        case nothing
        /// The file system is unmounted, or the kernel gave it up.
        case end
    }

    /// For ``Poll``, and for mount(2).
    package let descriptor: Descriptor

    /// Takes over an open descriptor.
    package init(owning descriptor: Int32) {
        self.descriptor = Descriptor(rawValue: descriptor)
    }

    deinit {
        close(descriptor.rawValue)
    }

    /// Opens `/dev/fuse`.
    ///
    /// - Throws: ``SystemError``.
    package static func open() throws(SystemError) -> MountDevice {
        let result = shim_open_mount_device()
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "open", name: "/dev/fuse")
        }
        return MountDevice(owning: result)
    }

    /// Waits for a request and reads it.
    ///
    /// - Throws: ``SystemError``.
    package func read(into buffer: inout TransferBuffer) throws(SystemError) -> Arrival {
        let result = buffer.withPointer {
            shim_device_read(descriptor.rawValue, $0.baseAddress, $0.count)
        }
        if result > 0 { return .request(result) }
        switch Int32(-result) {
        // A socket at its end; an unmounted file system; one whose connection was aborted.
        case 0, ENODEV, ECONNABORTED, ECONNRESET: return .end
        case EINTR, ENOENT, EAGAIN: return .nothing
        default: throw SystemError(Errno(rawValue: Int32(-result)), call: "read")
        }
    }

    /// Writes the first `count` bytes of a buffer, and after them bytes that are lent for the call, as
    /// one message.
    ///
    /// - Throws: ``SystemError``; `ENOENT` when nobody waits for the reply any more.
    package func write(
        _ buffer: borrowing TransferBuffer,
        count: Int,
        lending bytes: RawSpan? = nil
    ) throws(SystemError) {
        precondition(count <= buffer.count, "the message exceeds its buffer")
        let descriptor = descriptor.rawValue
        let result = buffer.withPointer { head in
            guard let bytes else {
                return shim_device_write(descriptor, head.baseAddress, count, nil, 0)
            }
            return bytes.withUnsafeBytes {
                shim_device_write(descriptor, head.baseAddress, count, $0.baseAddress, $0.count)
            }
        }
        try Self.check(result)
    }

    /// Writes a message.
    ///
    /// - Throws: ``SystemError``.
    package func write(_ message: RawSpan) throws(SystemError) {
        let result = message.withUnsafeBytes {
            shim_device_write(descriptor.rawValue, $0.baseAddress, $0.count, nil, 0)
        }
        try Self.check(result)
    }

    private static func check(_ result: Int) throws(SystemError) {
        guard result >= 0 else { throw SystemError(Errno(rawValue: Int32(-result)), call: "write") }
    }
}
