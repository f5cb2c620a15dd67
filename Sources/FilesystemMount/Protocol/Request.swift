import SystemPackage

/// A request of the kernel, without what its header says.
///
/// Names and short values are copies; what WRITE and SETXATTR carry stays where it is, and the
/// request says where, counted from the start of the message.
package enum Request: Sendable, Equatable {
    case initialize(InitializeRequest)
    case destroy

    case lookup(FileName)
    case forget(count: UInt64)
    case batchForget([Forgotten])
    case getattr(HandleID?)
    case statx(HandleID?)
    case setattr(AttributeChanges, HandleID?)
    case access(mask: UInt32)

    case readlink
    case symlink(FileName, target: [UInt8])
    case link(NodeID, FileName)
    case mknod(FileName, mode: UInt32, device: UInt32)
    case mkdir(FileName, mode: UInt32)
    case unlink(FileName)
    case rmdir(FileName)
    case rename(FileName, to: FileName, in: NodeID, RenameFlags)

    case open(OpenFlags)
    case create(FileName, OpenFlags, mode: UInt32)
    case tmpfile(OpenFlags, mode: UInt32)
    case read(ReadRequest)
    case write(WriteRequest, payload: Range<Int>)
    case flush(HandleID)
    case release(HandleID)
    case fsync(HandleID, dataOnly: Bool)
    case fallocate(HandleID, Range<UInt64>, AllocationMode)
    case lseek(HandleID, offset: UInt64, SeekTarget)
    case copyFileRange(CopyRequest, hasWideReply: Bool)

    case opendir(OpenFlags)
    case readdir(ReadRequest, wantsEntries: Bool)
    case releasedir(HandleID)
    case fsyncdir(HandleID, dataOnly: Bool)

    case setxattr(AttributeName, AttributeDemand, value: Range<Int>)
    case getxattr(AttributeName, byteLimit: Int)
    case listxattr(byteLimit: Int)
    case removexattr(AttributeName)

    case statfs
    case syncfs
    case interrupt(unique: UInt64)
    /// A reply to a notification, of a kind that is never sent.
    case notifyReply
}

/// A node that the kernel no longer knows by some of its lookups.
package struct Forgotten: Sendable, Equatable {
    package let node: NodeID
    package let count: UInt64

    /// Names a node and how many lookups are forgotten.
    package init(node: NodeID, count: UInt64) {
        self.node = node
        self.count = count
    }
}

/// Reading from a file, or from a folder, where the offset is a cookie.
package struct ReadRequest: Sendable, Equatable {
    package let handle: HandleID
    package let offset: UInt64
    /// Bytes.
    package let count: Int

    /// Asks for bytes.
    package init(handle: HandleID, offset: UInt64, count: Int) {
        self.handle = handle
        self.offset = offset
        self.count = count
    }
}

/// Writing into a file.
package struct WriteRequest: Sendable, Equatable {
    package let handle: HandleID
    package let offset: UInt64
    /// The kernel writes a mapped page back, for nobody in particular; the handle is any that
    /// writes the file, and user, group and process of the context say nothing.
    package let isWriteback: Bool
    /// After this write set-user-ID and set-group-ID are to be gone; see ``MountedTree``.
    package let killsPrivileges: Bool

    /// Says where bytes go.
    package init(
        handle: HandleID,
        offset: UInt64,
        isWriteback: Bool = false,
        killsPrivileges: Bool = false
    ) {
        self.handle = handle
        self.offset = offset
        self.isWriteback = isWriteback
        self.killsPrivileges = killsPrivileges
    }
}

/// Copying from one open file into another (copy_file_range(2)).
package struct CopyRequest: Sendable, Equatable {
    /// An open file, and a place in it.
    package struct Place: Sendable, Equatable {
        package let node: NodeID
        package let handle: HandleID
        package let offset: UInt64

        /// Names a place.
        package init(node: NodeID, handle: HandleID, offset: UInt64) {
            self.node = node
            self.handle = handle
            self.offset = offset
        }
    }

    package let source: Place
    package let target: Place
    /// Bytes.
    package let count: UInt64

    /// Says what goes where.
    package init(source: Place, target: Place, count: UInt64) {
        self.source = source
        self.target = target
        self.count = count
    }
}
