/// A file, a folder or a symbolic link of an ``InMemoryFileSystem``, whatever its names are.
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
