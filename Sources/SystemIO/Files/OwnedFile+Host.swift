import CSystemShims
import Glibc
import SystemPackage

extension OwnedFile {
    /// Opens one of the user's own paths for reading, through symbolic links; never waits for a pipe
    /// to get a writer.
    ///
    /// - Throws: ``SystemError``.
    package init(following path: String) throws(SystemError) {
        var result: Int32
        repeat {
            result = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        } while result < 0 && errno == EINTR
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: errno), call: "open", name: path)
        }
        descriptor = Descriptor(rawValue: result)
        fileSystem = PosixFileSystem()
    }
}

extension OwnedFile {
    /// Makes a file without a name in an open folder of the host: whatever happens to its writer,
    /// nothing of it remains.
    ///
    /// - Returns: nil where the file system does not support it (many network and overlay file
    ///   systems), or where `/proc`, through which the name comes later, is missing.
    /// - Throws: ``SystemError``.
    package static func nameless(in folder: Descriptor) throws(SystemError) -> OwnedFile? {
        let result = shim_open_nameless(folder.rawValue)
        // Older kernels take the flag for O_DIRECTORY, and see a folder opened for writing.
        guard ![-EOPNOTSUPP, -EISDIR, -EINVAL, -ENOENT].contains(result) else { return nil }
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "openat")
        }
        let file = OwnedFile(owning: Descriptor(rawValue: result), on: PosixFileSystem())
        var status = shim_status()
        guard shim_fstatat(AT_FDCWD, "/proc/self/fd/\(result)", &status) == 0 else { return nil }
        return file
    }

    /// linkat(2): gives a name to a file without one.
    ///
    /// - Precondition: the file belongs to a ``PosixFileSystem``.
    /// - Throws: ``SystemError``; `EEXIST` when the name is taken.
    package func link(as name: String, in folder: Descriptor) throws(SystemError) {
        let result = shim_link_open(descriptor.rawValue, folder.rawValue, name)
        guard result >= 0 else {
            throw SystemError(Errno(rawValue: -result), call: "linkat", name: name)
        }
    }
}

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
