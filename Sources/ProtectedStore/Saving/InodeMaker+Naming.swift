import KeyManagement
import ProtectionModel
import SystemIO

extension InodeMaker {
    /// What may stand where a new inode goes.
    enum Condition {
        /// Nothing, or a file.
        case freeOrFile
        /// Nothing.
        case free
        /// This inode only: it was read, and is replaced by itself in another form.
        case still(FileIdentity)

        /// Whoever replaces an inode by itself holds its locks.
        var isClaimed: Bool {
            if case .still = self { true } else { false }
        }
    }

    /// Gives a new inode its name, and takes the wraps out of the one it replaces.
    ///
    /// - Returns: without durability the inode that was replaced, whose wraps must stay until the
    ///   new name is durable.
    /// - Throws: `ProtectionError` with `is-a-directory`, `already-exists`, or `busy` when the name
    ///   no longer leads to the expected inode; the temporary is then gone.
    @discardableResult
    func commit(
        _ inode: borrowing NewInode,
        at place: EntryPlace,
        if condition: Condition,
        durability: Durability = .full
    ) throws -> OpenInode? {
        try commit(temporary: inode.temporaryName, at: place, if: condition, durability: durability)
    }

    /// The same for an inode that an open file has already.
    @discardableResult
    func commit(
        temporary: String,
        at place: EntryPlace,
        if condition: Condition,
        durability: Durability = .full
    ) throws -> OpenInode? {
        let folder = place.folder
        do {
            let old = try folder.withChanges(context, place.path) {
                let old = try rename(
                    temporary,
                    from: folder.descriptor,
                    to: place,
                    if: condition,
                    durability: durability
                )
                // One that takes its own place is no change of names.
                if !condition.isClaimed { folder.noteChange(place.path) }
                if durability == .full { try makeNamesDurable(in: folder, place.path) }
                return old
            }
            context.unfinished.settle(temporary)
            // Not before the rename is durable, since a power loss may bring the old file back; and
            // not with the folder locked, since whoever changes a class may hold the slots for
            // long.
            guard let old, durability == .full else { return old }
            if !condition.isClaimed {
                WrapEraser(context).removeExtendedAttributes(of: old.file, from: folder)
            }
            WrapEraser(context).erase(old.file, isClaimed: condition.isClaimed)
            return nil
        } catch {
            discard(temporary, in: folder)
            throw error
        }
    }

    /// Undoing the rename would prove nothing: the disk may have either name for good.
    func makeNamesDurable(in folder: Folder, _ path: DevicePath) throws {
        do { try folder.file.synchronize() } catch {
            throw Self.undurable(path, error)
        }
    }

    /// The failure of the sync that comes after the rename.
    static func undurable(_ path: DevicePath, _ error: SystemError) -> ProtectionError {
        ProtectionError(
            ErrorCode(error),
            "'\(path)' has its new content, but a power loss may undo that, because the new name "
                + "could not be synced: \(error)",
            path: path,
            cause: error
        )
    }

    /// Gives an inode its name, `source` being the folder that it has a temporary one in.
    ///
    /// `onNamed` comes with the program's end held up.
    ///
    /// - Returns: what the name stood for.
    /// - Precondition: the folder is locked.
    func rename(
        _ temporary: String,
        from source: Descriptor,
        to place: EntryPlace,
        if condition: Condition,
        durability: Durability,
        onNamed: () -> Void = {}
    ) throws -> OpenInode? {
        let folder = place.folder
        let existing = try entry(place)
        try check(existing, condition, place.path)
        var old: OpenInode?
        if let existing, let file = try WrapEraser(context).open(place.name.onDisk, in: folder) {
            old = OpenInode(file, existing.identity)
        }
        if existing != nil, durability == .none {
            // The rename could survive a power loss without the bytes, and the old file be gone.
            try OwnedFile(temporary, in: source, .writing, on: context.fileSystem)
                .synchronize(dataOnly: true)
        }
        try SideFile(context).prepare(place.name, in: folder)
        try context.unfinished.change { _ in
            try context.fileSystem.rename(
                temporary,
                in: source,
                to: place.name.onDisk,
                in: folder.descriptor,
                replacing: existing != nil
            )
            onNamed()
        }
        return old
    }

    private func entry(_ place: EntryPlace) throws -> FileStatus? {
        do {
            return try context.fileSystem.status(
                of: place.name.onDisk,
                in: place.folder.descriptor
            )
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw error
        }
    }

    private func check(
        _ existing: FileStatus?,
        _ condition: Condition,
        _ path: DevicePath
    ) throws {
        if case .free = condition, existing != nil {
            throw ProtectionError(.alreadyExists, path: path)
        }
        guard existing?.kind != .directory else { throw ProtectionError(.isADirectory, path: path) }
        guard existing == nil || existing?.kind == .file else {
            throw ProtectionError(.authenticationFailure, path: path)
        }
        switch condition {
        case .free, .freeOrFile: break
        case .still(let identity):
            guard existing?.identity == identity else { throw ProtectionError(.busy, path: path) }
        }
    }
}
