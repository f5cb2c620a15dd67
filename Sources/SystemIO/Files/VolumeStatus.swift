import Glibc
import SystemPackage

/// How much room a volume of the host has, as statvfs(3) tells.
package struct VolumeStatus: Sendable, Equatable {
    /// The unit of the three counts below, in bytes.
    package let blockByteCount: UInt64
    package let blocks: UInt64
    package let freeBlocks: UInt64
    /// Free for users without privileges.
    package let availableBlocks: UInt64
    package let inodes: UInt64
    package let freeInodes: UInt64

    /// Of the volume that an open file of the host is on.
    ///
    /// - Throws: ``SystemError``.
    package init(of file: Descriptor) throws(SystemError) {
        var status = statvfs()
        var result: Int32
        repeat {
            result = fstatvfs(file.rawValue, &status)
        } while result < 0 && errno == EINTR
        guard result == 0 else { throw SystemError(Errno(rawValue: errno), call: "fstatvfs") }
        blockByteCount = UInt64(status.f_frsize)
        blocks = UInt64(status.f_blocks)
        freeBlocks = UInt64(status.f_bfree)
        availableBlocks = UInt64(status.f_bavail)
        inodes = UInt64(status.f_files)
        freeInodes = UInt64(status.f_ffree)
    }
}
