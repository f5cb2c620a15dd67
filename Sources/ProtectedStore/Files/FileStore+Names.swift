import KeyManagement
public import ProtectionModel
import SystemIO

extension FileStore {
    /// Gives a file or folder another name, in the same folder or another.
    ///
    /// Replaces a file, never a folder. Works in every lock state, and the class stays.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `is-a-directory`, `not-a-directory`,
    ///   `already-exists` for a folder onto a folder, `invalid-argument` for a folder into itself.
    public func rename(_ source: DevicePath, to target: DevicePath) throws(ProtectionError) {
        try operations.perform(.rename, source, target: target) {
            try move(source, to: target)
        }
    }

    private func move(_ source: DevicePath, to target: DevicePath) throws {
        guard !source.isRoot, !target.isRoot else {
            throw ProtectionError(
                .invalidArgument,
                "the root folder has no other name",
                path: source
            )
        }
        let (fromFolder, fromName) = try tree.parent(of: source)
        let (toFolder, toName) = try tree.parent(of: target)
        let moved = try folder(fromName, in: fromFolder, source)
        let locked = [fromFolder, toFolder] + (moved.map { [$0] } ?? [])
        let replaced = try Folder.withLock(on: locked, source) {
            () -> OpenInode? in
            guard let status = try tree.status(of: fromName, in: fromFolder, source),
                moved == nil || moved?.identity == status.identity
            else { throw ProtectionError(.notFound, path: source) }
            let existing = try tree.status(of: toName, in: toFolder, target)
            if status.kind == .file, existing == nil { try checkMayBeFile(target) }
            try checkReplacement(status, existing, source, target)
            guard status.identity != existing?.identity else { return nil }
            var old: OpenInode?
            if let existing, let file = try WrapEraser(context).open(toName.onDisk, in: toFolder) {
                old = OpenInode(file, existing.identity)
            }
            try SideFile(context).prepare(toName, in: toFolder)
            func move() throws {
                try context.fileSystem.rename(
                    fromName.onDisk,
                    in: fromFolder.descriptor,
                    to: toName.onDisk,
                    in: toFolder.descriptor,
                    replacing: existing != nil
                )
                try toFolder.file.synchronize()
                if fromFolder.identity != toFolder.identity { try fromFolder.file.synchronize() }
            }
            if let moved {
                try moved.rebind(to: FolderPlace(toName, in: toFolder), source, while: move)
            } else {
                try move()
            }
            SideFile(context).remove(fromName, in: fromFolder)
            return old
        }
        if let replaced { WrapEraser(context).erase(replaced.file) }
    }

    /// The folder of a name; nil when it is a file, or nothing.
    private func folder(
        _ name: SealedName,
        in folder: Folder,
        _ path: DevicePath
    ) throws -> Folder? {
        guard try tree.status(of: name, in: folder, path)?.kind == .directory else { return nil }
        return try tree.child(name, of: folder, path)
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
    /// - Throws: ``ProtectionError`` with `not-found`, `authentication-failure` for what is neither.
    package func kind(of path: DevicePath) throws(ProtectionError) -> FileMetadata.Kind {
        try operations.perform(.status, path) {
            try unreportedKind(of: path)
        }
    }

    /// File or folder, of which no observer is told.
    package func unreportedKind(of path: DevicePath) throws -> FileMetadata.Kind {
        guard !path.isRoot else { return .directory }
        let (folder, name) = try tree.parent(of: path)
        guard let status = try tree.status(of: name, in: folder, path) else {
            throw ProtectionError(.notFound, path: path)
        }
        return status.kind == .directory ? .directory : .file
    }

    /// Whether a path still leads to what a handle has open; also when that cannot be told.
    package func leads(_ path: DevicePath, to handle: ProtectedFile) -> Bool {
        do {
            let (folder, name) = try tree.parent(of: path)
            let status = try tree.status(of: name, in: folder, path)
            return status?.identity == handle.identity
        } catch {
            return (error as? ProtectionError)?.code != .notFound
        }
    }
}
