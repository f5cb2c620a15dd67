/// The system calls the store is built from, one method each.
///
/// Three implementations: the operating system's, one in memory with power losses, and one that
/// fails or stops at a chosen call. Nothing above this seam knows which it talks to.
package protocol FileSystem: Sendable {
    /// openat(2); `directory` nil resolves `name` as a path from the working directory.
    func open(
        _ name: String,
        in directory: Descriptor?,
        _ options: OpenOptions,
        permissions: UInt32
    ) throws(SystemError) -> Descriptor
    /// close(2).
    func close(_ file: Descriptor)

    /// pread(2): as many bytes as one call gives, 0 at the end.
    func read(
        _ file: Descriptor,
        into bytes: inout MutableRawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int
    /// pwrite(2): as many bytes as one call takes.
    func write(
        _ file: Descriptor,
        _ bytes: RawSpan,
        at offset: UInt64
    ) throws(SystemError) -> Int
    /// ftruncate(2).
    func truncate(_ file: Descriptor, to size: UInt64) throws(SystemError)
    /// fsync(2), or fdatasync(2) with `dataOnly`; a folder's makes its names durable.
    func synchronize(_ file: Descriptor, dataOnly: Bool) throws(SystemError)
    /// syncfs(2): makes all that was written on the volume of an open file durable, names too.
    ///
    /// For many files at once. Linux tells of what could not be written since the file was opened, of
    /// whatever file, from version 5.8 on.
    func synchronizeVolume(of file: Descriptor) throws(SystemError)

    /// fstat(2).
    func status(of file: Descriptor) throws(SystemError) -> FileStatus
    /// fstatat(2) without following a symbolic link.
    func status(of name: String, in directory: Descriptor) throws(SystemError) -> FileStatus
    /// futimens(2) of the modification time alone.
    func setModified(
        _ file: Descriptor,
        seconds: Int64,
        nanoseconds: Int64
    ) throws(SystemError)

    /// mkdirat(2).
    func makeDirectory(
        _ name: String,
        in directory: Descriptor?,
        permissions: UInt32
    ) throws(SystemError)
    /// renameat2(2); without `replacing` it fails with EEXIST when the new name is taken.
    func rename(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor,
        replacing: Bool
    ) throws(SystemError)
    /// unlinkat(2), with AT_REMOVEDIR for a `folder`.
    func unlink(
        _ name: String,
        in directory: Descriptor,
        folder: Bool
    ) throws(SystemError)
    /// readdir(3): every name but `.` and `..`, in no order.
    func names(in directory: Descriptor) throws(SystemError) -> [String]

    /// flock(2), never waiting: false when somebody else holds it.
    func lock(_ file: Descriptor, _ kind: LockKind) throws(SystemError) -> Bool
    /// fcntl(2) F_OFD_SETLK on one byte, never waiting: false when somebody else holds it.
    func lockByte(
        _ file: Descriptor,
        at offset: UInt64,
        _ kind: LockKind
    ) throws(SystemError) -> Bool
    /// fcntl(2) F_OFD_GETLK on one byte: whether another description holds it; takes nothing, so
    /// that a look is in nobody's way.
    func isByteLocked(_ file: Descriptor, at offset: UInt64) throws(SystemError) -> Bool

    /// inotify(7): calls `onChange`, on a thread of its own, after a name in an open folder was moved
    /// or removed, which is how whole files are replaced; once for several changes.
    ///
    /// Writes into a file are left out: a reader that opens it for its locks would wake itself.
    func watch(
        _ directory: Descriptor,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DirectoryWatch
}
