import CSystemShims
import Glibc
import SystemPackage

extension OwnedFile {
    /// Makes a file in an open folder of the host that has no name: whatever happens to its writer,
    /// nothing of it stays.
    ///
    /// - Returns: nil where the file system makes none (many network and overlay file systems), or
    ///   `/proc`, which a name has to come by later, is not there.
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

    /// linkat(2): gives a file without a name one.
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
