/// How long the kernel may answer from what it remembers, without asking again.
package struct CacheTime: Hashable, Sendable {
    package let seconds: UInt64
    package let nanoseconds: UInt32

    /// From a duration; a negative one is none.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = max(.zero, duration).components
        self.seconds = UInt64(seconds)
        nanoseconds = UInt32(attoseconds / 1_000_000_000)
    }

    /// Ask each time.
    package static let none = CacheTime(.zero)
    /// Until an invalidation; some 34 years.
    package static let untilInvalidated = CacheTime(.seconds(1 << 30))
}

/// Attributes, and how long they hold.
package struct AttributeReply: Hashable, Sendable {
    package var attributes: NodeAttributes
    package var validity: CacheTime

    /// Gathers a reply.
    package init(_ attributes: NodeAttributes, validFor validity: CacheTime = .none) {
        self.attributes = attributes
        self.validity = validity
    }
}

/// What a name stands for.
///
/// Each entry that reaches the kernel counts as a lookup of its node, until a
/// ``MountedTree/forget(_:count:)``.
package struct EntryReply: Hashable, Sendable {
    /// 0 when nothing has the name.
    package var node: NodeID
    /// Tells nodes of one number apart: the pair never comes back for another file.
    package var generation: UInt64
    package var attributes: NodeAttributes
    /// How long the name stands for the node.
    package var validity: CacheTime
    /// How long the attributes hold.
    package var attributeValidity: CacheTime

    /// Gathers a reply.
    package init(
        _ node: NodeID,
        _ attributes: NodeAttributes,
        generation: UInt64 = 0,
        validFor validity: CacheTime = .none,
        attributesValidFor attributeValidity: CacheTime = .none
    ) {
        self.node = node
        self.attributes = attributes
        self.generation = generation
        self.validity = validity
        self.attributeValidity = attributeValidity
    }

    /// Nothing has the name, and the kernel may remember that; for an answer that is not to be
    /// remembered throw `noSuchFileOrDirectory`.
    package static func absent(for validity: CacheTime) -> EntryReply {
        EntryReply(
            NodeID(0),
            NodeAttributes(inode: 0, mode: 0, links: 0, blockSize: 0),
            validFor: validity
        )
    }
}

/// An open file or folder.
package struct OpenReply: Hashable, Sendable {
    /// How the kernel treats what is open: `FOPEN_…` of linux/fuse.h.
    package struct Options: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Reads and writes pass by the page cache.
        package static let directIO = Options(rawValue: 1 << 0)
        /// What the page cache has of the file stays.
        package static let keepCache = Options(rawValue: 1 << 1)
        /// lseek(2) fails.
        package static let notSeekable = Options(rawValue: 1 << 2)
        /// The names of the folder may be remembered.
        package static let cacheDirectory = Options(rawValue: 1 << 3)
        /// There is no position at all.
        package static let stream = Options(rawValue: 1 << 4)
        /// No ``MountedTree/flush(_:of:_:)`` at a close.
        package static let noFlush = Options(rawValue: 1 << 5)
        /// Direct writes into one file may run in parallel.
        package static let parallelDirectWrites = Options(rawValue: 1 << 6)
    }

    package var handle: HandleID
    package var options: Options

    /// Gathers a reply.
    package init(_ handle: HandleID, _ options: Options = []) {
        self.handle = handle
        self.options = options
    }
}

/// What statfs(2) tells.
package struct FileSystemStatus: Hashable, Sendable {
    /// The unit of the three counts below, in bytes.
    package var blockSize: UInt32
    package var blocks: UInt64
    package var freeBlocks: UInt64
    /// Free for users without privileges.
    package var availableBlocks: UInt64
    package var files: UInt64
    package var freeFiles: UInt64
    /// The longest name, in bytes.
    package var nameByteLimit: UInt32

    /// Gathers the facts.
    package init(
        blockSize: UInt32 = 4_096,
        blocks: UInt64,
        freeBlocks: UInt64,
        availableBlocks: UInt64,
        files: UInt64,
        freeFiles: UInt64,
        nameByteLimit: UInt32 = 255
    ) {
        self.blockSize = blockSize
        self.blocks = blocks
        self.freeBlocks = freeBlocks
        self.availableBlocks = availableBlocks
        self.files = files
        self.freeFiles = freeFiles
        self.nameByteLimit = nameByteLimit
    }
}
