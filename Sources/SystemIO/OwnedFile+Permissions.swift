import Glibc
import SystemPackage

extension OwnedFile {
    /// fchmod(2) of a file on the host.
    ///
    /// - Precondition: the file belongs to a ``PosixFileSystem``.
    /// - Throws: ``SystemError``.
    package func setPermissions(_ permissions: UInt32) throws(SystemError) {
        guard fchmod(descriptor.rawValue, permissions) == 0 else {
            throw SystemError(Errno(rawValue: errno), call: "fchmod")
        }
    }
}
