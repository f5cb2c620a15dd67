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
