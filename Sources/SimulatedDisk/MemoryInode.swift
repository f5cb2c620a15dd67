import SystemIO

/// A file, a folder or a symbolic link of an ``InMemoryFileSystem``, under any number of names.
struct MemoryInode: Sendable {
    let kind: FileStatus.Kind
    let permissions: UInt32
    /// Names that lead here; a folder counts `.` and the `..` of its subfolders too, and 0 once it
    /// was removed.
    var links: UInt64
    var modified: (seconds: Int64, nanoseconds: Int64)

    /// A file's bytes as every process sees them.
    var content = MemoryContent()
    /// A folder's names, as bytes: two strings that merely look alike are two names.
    var entries: [[UInt8]: UInt64] = [:]
    /// The folder that holds this folder; the root holds itself.
    var parent: UInt64 = 0
    /// Where a symbolic link leads.
    var target: [UInt8] = []

    /// Open file descriptions.
    var openCount = 0
    /// flock(2): who holds what; descriptions are named by their descriptor.
    var wholeLocks: [Int32: LockKind] = [:]
    /// Byte locks: for each byte who holds what.
    var byteLocks: [UInt64: [Int32: LockKind]] = [:]

    /// What of a file's bytes survives a power loss for certain.
    var durable = MemoryContent()
    /// Changes of the bytes since, oldest first.
    var unsynced: [DataOperation] = []
    /// Whether a failed sync left bytes in ``content`` that no later sync writes.
    var hasLostPages = false
    /// How often what was written could not be made durable: each description reports that at its
    /// next sync (errseq_t in the kernel's documentation).
    var failureCount = 0
    /// The last change of this folder's names.
    var lastChange: UInt64 = 0
    /// The change that gave this folder its place.
    var namedBy: UInt64 = 0
    /// How often changes of names that are not durable yet mention this inode: while one does, a
    /// power loss may bring the inode back.
    var pendingMentions = 0

    /// A new inode.
    init(
        kind: FileStatus.Kind,
        permissions: UInt32,
        modified: (seconds: Int64, nanoseconds: Int64)
    ) {
        self.kind = kind
        self.permissions = permissions
        self.modified = modified
        links = kind == .directory ? 2 : 1
    }

    /// Whether nothing can lead here any more, now or after a power loss.
    var isUnused: Bool {
        links == 0 && openCount == 0 && pendingMentions == 0
    }

    /// Whether a power loss may leave this inode in the tree.
    var maySurvive: Bool {
        links > 0 || pendingMentions > 0
    }
}

/// A change of a file's bytes that no sync has made durable yet.
struct DataOperation: Sendable {
    /// What was done.
    enum Kind: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    /// Bytes a disk writes whole or not at all.
    static let sectorByteCount = 512

    /// Its place among all changes of the file system.
    let number: UInt64
    let kind: Kind

    /// The sectors of the file a write touches; none for a truncation.
    var sectors: Range<Int> {
        guard case .write(let offset, let bytes) = kind, !bytes.isEmpty else { return 0..<0 }
        let last = (offset + bytes.count - 1) / Self.sectorByteCount
        return offset / Self.sectorByteCount..<last + 1
    }
}

extension MemoryInode {
    /// A sync that succeeds.
    mutating func makeDurable() {
        if hasLostPages {
            // Only what was touched since the failure is written, by whole sectors.
            for operation in unsynced {
                switch operation.kind {
                case .truncate(let size):
                    durable.resize(to: size)
                case .write(let offset, let bytes):
                    let sectors = operation.sectors
                    let size = DataOperation.sectorByteCount
                    let start = sectors.lowerBound * size
                    let end = min(sectors.upperBound * size, content.byteCount)
                    let final = max(durable.byteCount, min(offset + bytes.count, end))
                    guard start < end else { continue }
                    content.bytes(start..<end).withUnsafeBytes { durable.write($0, at: start) }
                    durable.resize(to: final)
                }
            }
        } else {
            durable = content
        }
        unsynced = []
    }

    /// A sync that fails.
    mutating func lose(_ pages: UnsyncedPages) {
        if !unsynced.isEmpty { failureCount += 1 }
        switch pages {
        case .kept:
            hasLostPages = hasLostPages || !unsynced.isEmpty
        case .reverted:
            content = durable
            hasLostPages = false
        }
        unsynced = []
    }
}
