import SystemPackage

/// The system calls the store is built from, one method each.
///
/// Two kinds of implementations: the operating system's, and the simulated disk in memory, which can
/// lose power and fail or stop at a chosen call. Nothing above this seam knows which one it has.
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
    /// fallocate(2) with FALLOC_FL_PUNCH_HOLE: a part of a file is zeros and takes no space; the
    /// size stays.
    func punchHole(_ file: Descriptor, _ range: Range<UInt64>) throws(SystemError)
    /// fsync(2), or fdatasync(2) with `dataOnly`; a folder's makes its names durable.
    func synchronize(_ file: Descriptor, dataOnly: Bool) throws(SystemError)
    /// syncfs(2): makes all that was written on the volume of an open file durable, names too.
    ///
    /// For many files at once. From version 5.8 on, Linux reports what could not be written since
    /// the file was opened, whichever file it was.
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
    /// renameat2(2).
    func rename(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor,
        _ rule: RenameRule
    ) throws(SystemError)
    /// unlinkat(2), with AT_REMOVEDIR for a `folder`.
    func unlink(
        _ name: String,
        in directory: Descriptor,
        folder: Bool
    ) throws(SystemError)
    /// readdir(3): every name but `.` and `..`, in no order.
    func names(in directory: Descriptor) throws(SystemError) -> [String]

    /// flock(2), never waiting: false when another description holds it.
    func lock(_ file: Descriptor, _ kind: LockKind) throws(SystemError) -> Bool
    /// fcntl(2) F_OFD_SETLK on one byte, never waiting: false when another description holds it.
    func lockByte(
        _ file: Descriptor,
        at offset: UInt64,
        _ kind: LockKind
    ) throws(SystemError) -> Bool
    /// fcntl(2) F_OFD_GETLK on one byte: whether another description holds it; takes nothing, so
    /// that a look is in no one's way.
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

extension FileSystem {
    /// renameat2(2); without `replacing` it fails with EEXIST when the new name is taken.
    package func rename(
        _ name: String,
        in directory: Descriptor,
        to newName: String,
        in newDirectory: Descriptor,
        replacing: Bool
    ) throws(SystemError) {
        try rename(
            name,
            in: directory,
            to: newName,
            in: newDirectory,
            replacing ? .replacing : .exclusive
        )
    }

    /// Writes all bytes, in as many calls as it takes.
    ///
    /// - Throws: ``SystemError``; a disk that takes nothing more is `ENOSPC`.
    package func writeAll(
        _ file: Descriptor,
        _ bytes: RawSpan,
        at offset: UInt64
    ) throws(SystemError) {
        var done = 0
        while done < bytes.byteCount {
            let count = try write(
                file,
                bytes.extracting(done..<bytes.byteCount),
                at: offset + UInt64(done)
            )
            guard count > 0 else { throw SystemError(.noSpace, call: "pwrite") }
            done += count
        }
    }
}

/// An open file or folder of a ``FileSystem``: a plain number that owns nothing.
package struct Descriptor: Hashable, Sendable {
    /// The number, which only the file system that gave it understands.
    package let rawValue: Int32

    /// Names an open file.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

/// What a rename does with something that has the new name already.
package enum RenameRule: Sendable {
    /// It is gone; a folder only when it is empty.
    case replacing
    /// The rename fails with EEXIST (`RENAME_NOREPLACE`).
    case exclusive
    /// Both exchange their names; both must be there (`RENAME_EXCHANGE`).
    case exchanging
}

/// How a file is opened; every open also sets close-on-exec and refuses to follow a symbolic link
/// in the last component.
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// For reading and writing instead of reading only.
    package static let writing = OpenOptions(rawValue: 1)
    /// Makes the file; it must not exist (`O_CREAT|O_EXCL`).
    package static let creatingNew = OpenOptions(rawValue: 2)
    /// Opens a folder only (`O_DIRECTORY`).
    package static let directory = OpenOptions(rawValue: 4)
    /// Makes the file unless it exists (`O_CREAT`).
    package static let creating = OpenOptions(rawValue: 8)
}

/// What an advisory lock becomes.
package enum LockKind: Sendable {
    case unlocked, shared, exclusive
}
