package import ProtectionModel

/// What kind of file a node is: the type bits of its mode (inode(7)).
package enum NodeType: UInt32, Sendable, CaseIterable {
    case fifo = 0o010000
    case characterDevice = 0o020000
    case directory = 0o040000
    case blockDevice = 0o060000
    case file = 0o100000
    case symbolicLink = 0o120000
    case socket = 0o140000

    /// The bits of a mode that say the type.
    package static let mask: UInt32 = 0o170000

    /// The type that a mode names.
    package init?(mode: UInt32) {
        self.init(rawValue: mode & Self.mask)
    }
}

/// What stat(2) and statx(2) tell of a node.
package struct NodeAttributes: Hashable, Sendable {
    /// The number that programs see as `st_ino`; need not be the node's.
    package var inode: UInt64
    /// Bytes.
    package var size: UInt64
    /// Units of 512 bytes that are taken.
    package var blocks: UInt64
    package var accessed: Timestamp
    package var modified: Timestamp
    package var changed: Timestamp
    /// When the file was made, which statx(2) alone can tell; nil when unknown.
    package var created: Timestamp?
    /// Type and permissions.
    package var mode: UInt32
    /// How many names the node has.
    package var links: UInt32
    package var owner: UInt32
    package var group: UInt32
    /// The device that a special file stands for.
    package var device: UInt32
    /// The size of reads and writes that suits best, in bytes.
    package var blockSize: UInt32

    /// Gathers the facts; `blocks` follow from the size unless given.
    package init(
        inode: UInt64,
        mode: UInt32,
        size: UInt64 = 0,
        blocks: UInt64? = nil,
        accessed: Timestamp = Timestamp(seconds: 0),
        modified: Timestamp = Timestamp(seconds: 0),
        changed: Timestamp = Timestamp(seconds: 0),
        created: Timestamp? = nil,
        links: UInt32 = 1,
        owner: UInt32 = 0,
        group: UInt32 = 0,
        device: UInt32 = 0,
        blockSize: UInt32 = 4_096
    ) {
        self.inode = inode
        self.mode = mode
        self.size = size
        self.blocks = blocks ?? size / 512 + (size % 512 > 0 ? 1 : 0)
        self.accessed = accessed
        self.modified = modified
        self.changed = changed
        self.created = created
        self.links = links
        self.owner = owner
        self.group = group
        self.device = device
        self.blockSize = blockSize
    }
}

/// What a program changes about a node with chmod(2), chown(2), truncate(2) or utimensat(2); nil is
/// left as it is.
package struct AttributeChanges: Hashable, Sendable {
    /// A time to set.
    package enum Time: Hashable, Sendable {
        /// The tree's own clock.
        case now
        case at(Timestamp)
    }

    package var mode: UInt32?
    package var owner: UInt32?
    package var group: UInt32?
    /// Bytes; the file is cut off or extended with zeros.
    package var size: UInt64?
    package var accessed: Time?
    package var modified: Time?
    package var changed: Timestamp?
    /// The change of size is one after which set-user-ID and set-group-ID are to be gone; see
    /// ``MountedTree``.
    package var killsPrivileges = false

    /// Nothing yet.
    package init() {}
}
