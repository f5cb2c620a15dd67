/// How a program opens a file: the flags of open(2).
package struct OpenFlags: Hashable, Sendable {
    /// As on x86-64; those that ``MountedTree`` cares about are the same on every machine but for
    /// `O_DIRECT`, which the kernel deals with.
    package let rawValue: UInt32
    /// The open empties the file on behalf of somebody after whom set-user-ID and set-group-ID are to
    /// be gone; see ``MountedTree``.
    package let killsPrivileges: Bool

    /// Wraps flags.
    package init(rawValue: UInt32, killsPrivileges: Bool = false) {
        self.rawValue = rawValue
        self.killsPrivileges = killsPrivileges
    }

    /// Whether the handle reads: O_RDONLY or O_RDWR.
    package var reads: Bool { rawValue & 3 != 1 }
    /// Whether the handle writes: O_WRONLY or O_RDWR.
    package var writes: Bool { (1...2).contains(rawValue & 3) }
    /// O_EXCL: the file must not exist.
    package var isExclusive: Bool { rawValue & 0o200 != 0 }
    /// O_TRUNC: the file is emptied by the open itself.
    package var truncates: Bool { rawValue & 0o1000 != 0 }
    /// O_APPEND: each write goes to the end of the file, which the kernel has put into its offset
    /// already.
    package var appends: Bool { rawValue & 0o2000 != 0 }
    /// O_NONBLOCK: an open that would wait fails with `EAGAIN`.
    package var isNonBlocking: Bool { rawValue & 0o4000 != 0 }
    /// O_DSYNC, and so O_SYNC: a write is durable when it returns; the kernel asks for an `fsync`
    /// after each.
    package var synchronizes: Bool { rawValue & 0o10000 != 0 }
}

/// What a rename does about a name that is taken (renameat2(2)).
package struct RenameFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Fails with `EEXIST` when the new name is taken.
    package static let noReplace = RenameFlags(rawValue: 1)
    /// Both names exist and are exchanged.
    package static let exchange = RenameFlags(rawValue: 2)
    /// Leaves a whiteout behind, as union file systems want it.
    package static let whiteout = RenameFlags(rawValue: 4)
}

/// Whether an extended attribute must be new or must exist (setxattr(2)).
package enum AttributeDemand: Sendable, Hashable {
    case none
    /// `XATTR_CREATE`: fails with `EEXIST` when it exists.
    case absent
    /// `XATTR_REPLACE`: fails with `ENODATA` when it does not.
    case present
}

/// How fallocate(2) treats a part of a file.
package struct AllocationMode: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let keepSize = AllocationMode(rawValue: 0x01)
    /// Always together with ``keepSize``.
    package static let punchHole = AllocationMode(rawValue: 0x02)
    package static let collapseRange = AllocationMode(rawValue: 0x08)
    package static let zeroRange = AllocationMode(rawValue: 0x10)
    package static let insertRange = AllocationMode(rawValue: 0x20)
    package static let unshareRange = AllocationMode(rawValue: 0x40)
}

/// What lseek(2) looks for; other kinds of seeking need no tree.
package enum SeekTarget: UInt32, Sendable, Hashable {
    /// `SEEK_DATA`: the next byte that is not in a hole; `ENXIO` when there is none.
    case data = 3
    /// `SEEK_HOLE`: the next hole, at the latest the end of the file.
    case hole = 4
}
