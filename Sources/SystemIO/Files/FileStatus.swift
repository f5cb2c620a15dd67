/// What `fstat` says about a file.
package struct FileStatus: Sendable, Equatable {
    /// What a name stands for.
    package enum Kind: Sendable {
        case file, directory, symbolicLink, other
    }

    package let identity: FileIdentity
    package let kind: Kind
    /// Names that lead to this inode; 0 once the last was removed.
    package let links: UInt64
    /// Bytes.
    package let size: UInt64
    /// Permission bits only, without the file type.
    package let permissions: UInt32
    /// Numeric user id.
    package let owner: UInt32
    /// Numeric group id.
    package let group: UInt32
    /// Last change of the content: seconds and nanoseconds since 1970 (UTC).
    package let modifiedSeconds: Int64
    package let modifiedNanoseconds: Int64
    /// Last reading of the content, as far as the file system keeps it.
    package let accessedSeconds: Int64
    package let accessedNanoseconds: Int64

    /// Gathers the facts.
    package init(
        identity: FileIdentity,
        kind: Kind,
        links: UInt64,
        size: UInt64,
        permissions: UInt32,
        owner: UInt32,
        group: UInt32,
        modifiedSeconds: Int64,
        modifiedNanoseconds: Int64,
        accessedSeconds: Int64,
        accessedNanoseconds: Int64
    ) {
        self.identity = identity
        self.kind = kind
        self.links = links
        self.size = size
        self.permissions = permissions
        self.owner = owner
        self.group = group
        self.modifiedSeconds = modifiedSeconds
        self.modifiedNanoseconds = modifiedNanoseconds
        self.accessedSeconds = accessedSeconds
        self.accessedNanoseconds = accessedNanoseconds
    }
}

/// Tells one inode from another.
package struct FileIdentity: Hashable, Sendable, Comparable {
    package let device: UInt64
    package let inode: UInt64

    /// Names an inode.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The order in which several folders are locked, so that two processes never wait for each
    /// other.
    package static func < (left: FileIdentity, right: FileIdentity) -> Bool {
        (left.device, left.inode) < (right.device, right.inode)
    }
}
