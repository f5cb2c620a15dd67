package import SystemPackage

/// A tree of files and folders that a mount shows: what the kernel asks, a method for each system
/// call, and in its words.
///
/// **Threads.** Any method may be called on several threads at once. The kernel itself makes changes
/// to one folder one at a time, and writes to one file too, unless the handle says otherwise;
/// lookups, listings and reads run in parallel, and with anything.
///
/// **Nodes.** The tree names its nodes; the root is ``NodeID/root``, known from the start. Every
/// ``EntryReply`` adds one lookup to its node, which stays valid, also without any name, until
/// ``forget(_:count:)`` has taken all of them. A node's number must not be used for another file before,
/// and afterwards only with another generation.
///
/// **Handles.** The tree names them in ``open(_:_:_:)`` and its like. What was opened is released
/// once, after its last use. When the mount ends without releasing and forgetting, ``unmounted()`` says so.
///
/// **Permissions** were checked by the kernel from modes, owners and groups, before it asks. What a
/// new node inherits from a folder with the set-group-ID bit, its group, and for folders the bit, is
/// the tree's business; the umask has been applied.
///
/// **Set-user-ID.** The tree ends privileges itself, which is why writing costs no question about
/// `security.capability`: after a change of owner or group, and after a write or change of size
/// that says ``WriteRequest/killsPrivileges`` (``AttributeChanges/killsPrivileges``,
/// ``OpenFlags/killsPrivileges``), it clears set-user-ID, and set-group-ID if the group may execute;
/// and after any of them it removes `security.capability`, whether or not it says so.
///
/// **Errors.** A method throws what the system call is to fail with. A file whose key is not there
/// is `ENOKEY` at an open and `EKEYREVOKED` at a read or write.
///
/// **Waiting** of any length goes through ``RequestContext/wait(in:until:)``. An invalidation is never
/// waited for within a request.
package protocol MountedTree: Sendable {
    // MARK: Nodes

    /// What a name stands for.
    func lookup(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply
    /// The kernel gives up some of the lookups of a node.
    func forget(_ node: NodeID, count: UInt64)
    /// stat(2), or fstat(2) with a handle, and statx(2).
    func getattr(
        _ node: NodeID,
        _ handle: HandleID?,
        _ context: borrowing RequestContext
    ) throws(Errno) -> AttributeReply
    /// chmod(2), chown(2), truncate(2), utimensat(2), several at once; all or nothing.
    func setattr(
        _ node: NodeID,
        _ changes: AttributeChanges,
        _ handle: HandleID?,
        _ context: borrowing RequestContext
    ) throws(Errno) -> AttributeReply

    // MARK: Names

    /// Where a symbolic link leads.
    func readlink(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [UInt8]
    /// Makes a symbolic link to 1 to 4,095 bytes.
    func symlink(
        _ name: FileName,
        in folder: NodeID,
        target: [UInt8],
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply
    /// Makes another name for a node.
    func link(
        _ node: NodeID,
        as name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply
    /// Makes a file of any type but a folder; type and permissions are in the mode.
    func mknod(
        _ name: FileName,
        in folder: NodeID,
        mode: UInt32,
        device: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply
    /// Makes a folder.
    func mkdir(
        _ name: FileName,
        in folder: NodeID,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply
    /// Removes the name of anything but a folder; open handles and the node stay.
    func unlink(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno)
    /// Removes an empty folder.
    func rmdir(
        _ name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno)
    /// Moves a name; `EINVAL` for flags that the tree does not have.
    func rename(
        _ name: FileName,
        in folder: NodeID,
        to newName: FileName,
        in newFolder: NodeID,
        _ flags: RenameFlags,
        _ context: borrowing RequestContext
    ) throws(Errno)

    // MARK: Files

    /// Opens a file, and empties it if the flags say so.
    func open(
        _ node: NodeID,
        _ flags: OpenFlags,
        _ context: borrowing RequestContext
    ) throws(Errno) -> OpenReply
    /// Makes a file and opens it; opens the one that is there unless the flags exclude that.
    func create(
        _ name: FileName,
        in folder: NodeID,
        _ flags: OpenFlags,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> (EntryReply, OpenReply)
    /// Makes a file without a name in the volume of a folder, and opens it.
    func tmpfile(
        in folder: NodeID,
        _ flags: OpenFlags,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> (EntryReply, OpenReply)
    /// Gives bytes of a file; fewer than asked for at its end only.
    func read(
        _ node: NodeID,
        _ request: ReadRequest,
        into reply: inout ReadReply,
        _ context: borrowing RequestContext
    ) throws(Errno)
    /// Takes bytes for a file, which are lent for the call, and says how many it took.
    func write(
        _ node: NodeID,
        _ request: WriteRequest,
        _ bytes: RawSpan,
        _ context: borrowing RequestContext
    ) throws(Errno) -> Int
    /// A descriptor of the handle is closed, of perhaps several; what this throws, close(2) tells.
    func flush(
        _ node: NodeID,
        _ handle: HandleID,
        _ context: borrowing RequestContext
    ) throws(Errno)
    /// The handle is done with. Nobody hears of a failure.
    func release(_ node: NodeID, _ handle: HandleID)
    /// fsync(2), or fdatasync(2).
    func fsync(
        _ node: NodeID,
        _ handle: HandleID,
        dataOnly: Bool,
        _ context: borrowing RequestContext
    ) throws(Errno)
    /// fallocate(2); `EOPNOTSUPP` for modes that the tree does not have.
    func fallocate(
        _ node: NodeID,
        _ handle: HandleID,
        _ range: Range<UInt64>,
        _ mode: AllocationMode,
        _ context: borrowing RequestContext
    ) throws(Errno)
    /// Where the next data or hole begins.
    func lseek(
        _ node: NodeID,
        _ handle: HandleID,
        from offset: UInt64,
        to target: SeekTarget,
        _ context: borrowing RequestContext
    ) throws(Errno) -> UInt64
    /// Copies from file to file and says how many bytes; fewer than asked for is no failure.
    func copyFileRange(
        _ request: CopyRequest,
        _ context: borrowing RequestContext
    ) throws(Errno) -> UInt64

    // MARK: Folders

    /// Opens a folder.
    func opendir(
        _ node: NodeID,
        _ flags: OpenFlags,
        _ context: borrowing RequestContext
    ) throws(Errno) -> OpenReply
    /// Lists a folder from a cookie on, 0 at first; see ``DirectoryReply``.
    func readdir(
        _ node: NodeID,
        _ handle: HandleID,
        from cookie: UInt64,
        into reply: inout DirectoryReply,
        _ context: borrowing RequestContext
    ) throws(Errno)
    /// The handle is done with.
    func releasedir(_ node: NodeID, _ handle: HandleID)
    /// Makes what happened to the names of a folder durable.
    func fsyncdir(
        _ node: NodeID,
        _ handle: HandleID,
        dataOnly: Bool,
        _ context: borrowing RequestContext
    ) throws(Errno)

    // MARK: Extended attributes

    /// The value of an attribute; `ENODATA` when there is none.
    func getxattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [UInt8]
    /// Sets an attribute to bytes that are lent for the call.
    func setxattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ value: RawSpan,
        _ demand: AttributeDemand,
        _ context: borrowing RequestContext
    ) throws(Errno)
    /// The names of all attributes.
    func listxattr(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> [AttributeName]
    /// Removes an attribute; `ENODATA` when there is none.
    func removexattr(
        _ node: NodeID,
        _ name: AttributeName,
        _ context: borrowing RequestContext
    ) throws(Errno)

    // MARK: The whole

    /// statfs(2).
    func statfs(
        _ node: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> FileSystemStatus
    /// syncfs(2).
    func syncfs(_ context: borrowing RequestContext) throws(Errno)
    /// The mount is over: the kernel holds no handle and no node any more, whatever it did not
    /// release and forget. Called once, when no other method runs.
    func unmounted()
}

/// What a tree need not have. The kernel takes `ENOSYS` for "never ask again" and does without.
extension MountedTree {
    /// `EPERM`, as link(2) says of file systems without hard links.
    package func link(
        _ node: NodeID,
        as name: FileName,
        in folder: NodeID,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        throw .notPermitted
    }

    /// `EPERM`, as mknod(2) says of file systems without special files.
    package func mknod(
        _ name: FileName,
        in folder: NodeID,
        mode: UInt32,
        device: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> EntryReply {
        throw .notPermitted
    }

    /// `ENOSYS`: open(2) with `O_TMPFILE` fails with `EOPNOTSUPP`.
    package func tmpfile(
        in folder: NodeID,
        _ flags: OpenFlags,
        mode: UInt32,
        _ context: borrowing RequestContext
    ) throws(Errno) -> (EntryReply, OpenReply) {
        throw .noFunction
    }

    /// `ENOSYS`: a close is no news to the tree.
    package func flush(
        _ node: NodeID,
        _ handle: HandleID,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        throw .noFunction
    }

    /// `ENOSYS`: fallocate(2) fails with `EOPNOTSUPP`.
    package func fallocate(
        _ node: NodeID,
        _ handle: HandleID,
        _ range: Range<UInt64>,
        _ mode: AllocationMode,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        throw .noFunction
    }

    /// `ENOSYS`: to the kernel all of a file is data.
    package func lseek(
        _ node: NodeID,
        _ handle: HandleID,
        from offset: UInt64,
        to target: SeekTarget,
        _ context: borrowing RequestContext
    ) throws(Errno) -> UInt64 {
        throw .noFunction
    }

    /// `ENOSYS`: the kernel copies by reading and writing.
    package func copyFileRange(
        _ request: CopyRequest,
        _ context: borrowing RequestContext
    ) throws(Errno) -> UInt64 {
        throw .noFunction
    }

    /// `ENOSYS`: the kernel syncs file by file.
    package func syncfs(_ context: borrowing RequestContext) throws(Errno) {
        throw .noFunction
    }

    /// Nothing.
    package func unmounted() {}
}
