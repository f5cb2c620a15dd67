import SystemIO

/// What the opener of an inode keeps others from, until the inode is closed.
enum InodeClaim {
    /// Nothing but a replacement that wants to be alone.
    case use
    /// Writing, and changing class or mode in place; with `alone`, also opening.
    ///
    /// Whoever puts the same content in the place of an inode must not lose what another process
    /// was told it had written meanwhile.
    case replacement(alone: Bool)

    /// The cause of a `busy` that is due to an open handle.
    struct InUse: Error {}

    /// Takes the byte locks.
    ///
    /// - Throws: `ProtectionError` with `busy`: after the store's patience, or at once when there
    ///   is a handle and the claim is to be alone.
    func take(_ file: borrowing OwnedFile, _ place: EntryPlace, _ context: StoreContext) throws {
        let descriptor = file.descriptor
        func lock(_ byte: UInt64, _ kind: LockKind, else cause: (any Error)? = nil) throws {
            // A handle may stay open for days; waiting for it would help nobody.
            let patience = cause == nil ? context.patience : .none
            let isHeld = try patience.wait {
                try context.fileSystem.lockByte(descriptor, at: byte, kind)
            }
            guard isHeld else { throw ProtectionError(.busy, path: place.path, cause: cause) }
        }
        switch self {
        case .use: try lock(ByteLock.use, .shared)
        case .replacement(let alone):
            if alone {
                try lock(ByteLock.use, .exclusive, else: InUse())
            } else {
                try lock(ByteLock.use, .shared)
            }
            try lock(ByteLock.writer, .exclusive)
            try lock(ByteLock.slots, .exclusive)
        }
    }
}

/// The bytes of a sealed file that are locked with open-file-description locks: far beyond any
/// content, since only their numbers matter.
enum ByteLock {
    private static let base: UInt64 = 1 << 62
    /// Held exclusively by the one process that writes.
    static let writer = base
    /// Held shared by every open file, so that others can tell that there is a handle.
    static let use = base + 1
    /// Held exclusively while both slots are being changed.
    static let slots = base + 2
}

/// The inode lost its name before it could be used: look the name up again.
struct ReplacedInode: Error {
    /// How often a name is looked up again before the file counts as `busy`.
    static let attempts = 16
}
