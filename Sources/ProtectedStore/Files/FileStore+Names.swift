import KeyManagement
public import ProtectionModel
import SystemIO

extension FileStore {
    /// Gives a file or folder another name, in the same folder or another.
    ///
    /// Replaces a file, never a folder. Works in every lock state, and the class stays.
    ///
    /// Without durability, which a store with a settling queue can do without, a power loss leaves
    /// the old names or the new until ``synchronizeFolder(_:)`` of both folders, and each file
    /// whole.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `is-a-directory`, `not-a-directory`,
    ///   `already-exists` for a folder onto a folder, `invalid-argument` for a folder into itself.
    public func rename(
        _ source: DevicePath,
        to target: DevicePath,
        durability: Durability = .full
    ) throws(ProtectionError) {
        try operations.perform(.rename, source, target: target) {
            try move(source, to: target, possible(durability))
        }
    }

    private func move(
        _ source: DevicePath,
        to target: DevicePath,
        _ durability: Durability
    ) throws {
        guard !source.isRoot, !target.isRoot else {
            throw ProtectionError(
                .invalidArgument,
                "the root folder has no other name",
                path: source
            )
        }
        let old = try tree.place(of: source)
        let new = try tree.place(of: target)
        let isFolder = try tree.status(of: old)?.kind == .directory
        let moved = isFolder ? try tree.folder(at: old) : nil
        let locked = [old.folder, new.folder] + (moved.map { [$0] } ?? [])
        let replaced = try Folder.withLock(on: locked, source) {
            try move(moved, old, to: new, durability)
        }
        if let replaced { finishReplacing(replaced, in: [new.folder, old.folder], durability) }
    }

    /// Moves the entry `old`, which is the folder `moved` if that is not nil.
    ///
    /// - Returns: the inode of the file that was replaced.
    /// - Precondition: the folders are locked.
    private func move(
        _ moved: Folder?,
        _ old: EntryPlace,
        to new: EntryPlace,
        _ durability: Durability
    ) throws -> OpenInode? {
        guard let status = try tree.status(of: old),
            moved == nil || moved?.identity == status.identity
        else { throw ProtectionError(.notFound, path: old.path) }
        let existing = try tree.status(of: new)
        if status.kind == .file, existing == nil { try checkMayBeFile(new.path) }
        try checkReplacement(status, existing, old.path, new.path)
        guard status.identity != existing?.identity else { return nil }
        var replaced: OpenInode?
        if let existing,
            let file = try WrapEraser(context).open(new.name.onDisk, in: new.folder)
        {
            replaced = OpenInode(file, existing.identity)
            try synchronizeContent(of: old, status.identity)
        }
        try SideFile(context).prepare(new.name, in: new.folder)
        let isReplacing = existing != nil
        if let moved {
            try moved.rebind(to: FolderPlace(new.name, in: new.folder), old.path) {
                try rename(old, to: new, replacing: isReplacing, durability)
            }
        } else {
            try rename(old, to: new, replacing: isReplacing, durability)
        }
        SideFile(context).remove(old.name, in: old.folder)
        return replaced
    }

    private func rename(
        _ old: EntryPlace,
        to new: EntryPlace,
        replacing: Bool,
        _ durability: Durability
    ) throws(SystemError) {
        try context.fileSystem.rename(
            old.name.onDisk,
            in: old.folder.descriptor,
            to: new.name.onDisk,
            in: new.folder.descriptor,
            replacing: replacing
        )
        guard durability == .full else { return }
        try new.folder.file.synchronize()
        if old.folder.identity != new.folder.identity { try old.folder.file.synchronize() }
    }

    private func checkReplacement(
        _ status: FileStatus,
        _ existing: FileStatus?,
        _ source: DevicePath,
        _ target: DevicePath
    ) throws {
        if status.kind == .directory, source != target, source.contains(target) {
            throw ProtectionError(
                .invalidArgument,
                "'\(source)' cannot be moved into itself",
                path: target
            )
        }
        switch (status.kind, existing?.kind) {
        case (_, nil), (.file, .file): break
        case (.file, _): throw ProtectionError(.isADirectory, path: target)
        case (_, .file): throw ProtectionError(.notADirectory, path: target)
        default:
            guard status.identity != existing?.identity else { return }
            throw ProtectionError(.alreadyExists, path: target)
        }
    }

    /// The path of a folder's child.
    func child(_ name: String, of path: DevicePath) throws -> DevicePath {
        do { return try path.appending(name) } catch {
            throw ProtectionError(error, path: path)
        }
    }

    /// File or folder, without looking inside: a damaged file can be listed and removed.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `authentication-failure` for what is
    ///   neither.
    package func kind(of path: DevicePath) throws(ProtectionError) -> FileMetadata.Kind {
        try operations.perform(.status, path) {
            try unreportedKind(of: path)
        }
    }

    /// File or folder, of which no observer is told.
    package func unreportedKind(of path: DevicePath) throws -> FileMetadata.Kind {
        guard !path.isRoot else { return .directory }
        return try tree.entry(at: path).status.kind == .directory ? .directory : .file
    }

    /// Whether a path still leads to what a handle has open; also when that cannot be told.
    package func leads(_ path: DevicePath, to handle: ProtectedFile) -> Bool {
        do {
            return try tree.status(of: tree.place(of: path))?.identity == handle.identity
        } catch {
            return (error as? ProtectionError)?.code != .notFound
        }
    }
}
