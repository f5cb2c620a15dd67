import SystemIO
import SystemPackage

/// The state of an ``InMemoryFileSystem``: a value, so that a copy is a snapshot.
///
/// Its calls throw the bare error number; the file system around it adds the call and the name.
struct MemoryVolume: Sendable {
    /// The inode of `/`.
    static let root: UInt64 = 2

    /// Gives the time of a change.
    var now: @Sendable () -> (seconds: Int64, nanoseconds: Int64)
    /// Who owns every inode.
    let owner: UInt32
    /// What a sync does.
    let durability: MemoryDurability

    var inodes: [UInt64: MemoryInode] = [:]
    var descriptions: [Int32: MemoryDescription] = [:]
    /// Changes of names that are not durable, oldest first.
    var pendingNames: [NameTransaction] = []
    /// The last number given to a change.
    var lastNumber: UInt64 = 0
    private var nextInode = root + 1
    /// Never used twice, so that a descriptor used after its close is always noticed.
    private var nextDescriptor: Int32 = 3

    /// An empty volume.
    init(
        owner: UInt32,
        durability: MemoryDurability,
        now: @escaping @Sendable () -> (seconds: Int64, nanoseconds: Int64)
    ) {
        self.now = now
        self.owner = owner
        self.durability = durability
        var root = MemoryInode(kind: .directory, permissions: 0o755, modified: now())
        root.parent = Self.root
        inodes[Self.root] = root
    }

    // MARK: Descriptors

    /// The description behind a descriptor, or `EBADF`.
    func description(_ file: Descriptor) throws(Errno) -> MemoryDescription {
        guard let found = descriptions[file.rawValue] else { throw .badFileDescriptor }
        return found
    }

    /// The inode number of an open folder, or `EBADF`, or `ENOTDIR`.
    func folder(_ file: Descriptor) throws(Errno) -> UInt64 {
        let number = try description(file).inode
        guard inodes[number]?.kind == .directory else { throw .notDirectory }
        return number
    }

    /// Opens an inode once more.
    mutating func describe(_ number: UInt64, writable: Bool) -> Descriptor {
        inodes[number]?.openCount += 1
        let descriptor = Descriptor(rawValue: nextDescriptor)
        nextDescriptor += 1
        descriptions[descriptor.rawValue] = .init(
            inode: number,
            isWritable: writable,
            reportedFailureCount: inodes[number]?.failureCount ?? 0
        )
        return descriptor
    }

    /// close(2): its locks go, and the inode if nothing else leads to it.
    mutating func close(_ file: Descriptor) {
        guard let closed = descriptions.removeValue(forKey: file.rawValue) else { return }
        inodes[closed.inode]?.openCount -= 1
        dropLocks(of: file, on: closed.inode)
        release(closed.inode)
    }

    // MARK: Inodes

    /// Makes an inode that has no name yet.
    mutating func makeInode(_ kind: FileStatus.Kind, permissions: UInt32) -> UInt64 {
        let number = nextInode
        nextInode += 1
        inodes[number] = MemoryInode(kind: kind, permissions: permissions, modified: now())
        return number
    }

    /// Forgets an inode that nothing leads to.
    mutating func release(_ number: UInt64) {
        guard let inode = inodes[number], inode.isUnused else { return }
        inodes[number] = nil
        if inode.kind == .directory { forgetNames(of: number) }
    }

    /// fstat(2).
    func status(of number: UInt64) throws(Errno) -> FileStatus {
        guard let inode = inodes[number] else { throw .ioError }
        let size =
            switch inode.kind {
            case .directory: 4_096
            case .symbolicLink: inode.target.count
            case .file, .other: inode.content.byteCount
            }
        return FileStatus(
            identity: FileIdentity(device: 1, inode: number),
            kind: inode.kind,
            links: inode.links,
            size: UInt64(size),
            permissions: inode.permissions,
            owner: owner,
            group: owner,
            modifiedSeconds: inode.modified.seconds,
            modifiedNanoseconds: inode.modified.nanoseconds,
            accessedSeconds: inode.modified.seconds,
            accessedNanoseconds: inode.modified.nanoseconds
        )
    }
}

/// An open file description of an ``InMemoryFileSystem``.
struct MemoryDescription: Sendable {
    let inode: UInt64
    let isWritable: Bool
    /// The failures of syncs of the inode that it has reported, or that came before it.
    var reportedFailureCount: Int
}
