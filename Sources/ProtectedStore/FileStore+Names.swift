import KeyManagement
public import ProtectionModel
import SystemIO

extension FileStore {
    /// Gives a file or folder another name, in the same folder or another.
    ///
    /// Replaces a file, never a folder. Works in every lock state, and the class stays.
    ///
    /// - Throws: ``StoreError`` with `not-found`, `is-a-directory`, `not-a-directory`,
    ///   `already-exists` for a folder onto a folder, `invalid-argument` for a folder into itself.
    public func rename(_ source: DevicePath, to target: DevicePath) throws(StoreError) {
        try operations.perform(.rename, source, target: target) { () throws(StoreError) in
            try move(source, to: target)
        }
    }

    private func move(_ source: DevicePath, to target: DevicePath) throws(StoreError) {
        guard !source.isRoot, !target.isRoot else {
            throw StoreError(.invalidArgument, "the root folder has no other name", path: source)
        }
        let (fromFolder, fromName) = try tree.parent(of: source)
        let (toFolder, toName) = try tree.parent(of: target)
        let replaced = try Folder.withLock(on: [fromFolder, toFolder], source) {
            () -> OpenInode? in
            guard let status = try tree.status(of: fromName, in: fromFolder, source) else {
                throw StoreError(.notFound, path: source)
            }
            let existing = try tree.status(of: toName, in: toFolder, target)
            try checkReplacement(status, existing, source, target)
            guard status.identity != existing?.identity else { return nil }
            var old: OpenInode?
            if let existing, let file = try WrapEraser(context).open(toName.onDisk, in: toFolder) {
                old = OpenInode(file, existing.identity)
            }
            try SideFile(context).prepare(toName, in: toFolder)
            try context.fileSystem.rename(
                fromName.onDisk,
                in: fromFolder.descriptor,
                to: toName.onDisk,
                in: toFolder.descriptor,
                replacing: existing != nil
            )
            try toFolder.file.synchronize()
            if fromFolder.identity != toFolder.identity { try fromFolder.file.synchronize() }
            SideFile(context).remove(fromName, in: fromFolder)
            return old
        }
        if let replaced { WrapEraser(context).erase(replaced.file) }
    }

    private func checkReplacement(
        _ status: FileStatus,
        _ existing: FileStatus?,
        _ source: DevicePath,
        _ target: DevicePath
    ) throws(StoreError) {
        if status.kind == .directory, source != target, source.contains(target) {
            throw StoreError(
                .invalidArgument,
                "'\(source)' cannot be moved into itself",
                path: target
            )
        }
        switch (status.kind, existing?.kind) {
        case (_, nil), (.file, .file): break
        case (.file, _): throw StoreError(.isADirectory, path: target)
        case (_, .file): throw StoreError(.notADirectory, path: target)
        default:
            guard status.identity != existing?.identity else { return }
            throw StoreError(.alreadyExists, path: target)
        }
    }

    /// Removes a file, and overwrites its wraps, so that what remains opens with nothing.
    ///
    /// Works in every lock state. Handles that are open go on.
    ///
    /// - Throws: ``StoreError`` with `not-found`, `is-a-directory`.
    public func remove(_ path: DevicePath) throws(StoreError) {
        try operations.perform(.remove, path) { () throws(StoreError) in try unlink(path) }
    }

    private func unlink(_ path: DevicePath) throws(StoreError) {
        let (folder, name) = try tree.parent(of: path)
        let gone = Temporary.name(Temporary.gonePrefix, context.keys.random)
        let removed = try Folder.withLock(on: [folder], path) { () -> OpenInode? in
            guard let status = try tree.status(of: name, in: folder, path) else {
                throw StoreError(.notFound, path: path)
            }
            guard status.kind == .file else { throw StoreError(.isADirectory, path: path) }
            var inode: OpenInode?
            // An inode with another name is somebody's backup, and stays as it is.
            if let file = try WrapEraser(context).open(name.onDisk, in: folder), status.links == 1 {
                inode = OpenInode(file, status.identity)
            }
            try context.fileSystem.rename(
                name.onDisk,
                in: folder.descriptor,
                to: gone,
                in: folder.descriptor,
                replacing: false
            )
            try folder.file.synchronize()
            SideFile(context).remove(name, in: folder)
            return inode
        }
        // The file is gone; what is left to do is tidying up, and needs no lock on the folder.
        if let removed { try? WrapEraser(context).overwrite(removed.file) }
        try? context.fileSystem.unlink(gone, in: folder.descriptor, folder: false)
    }

    /// Removes an empty folder, in every lock state.
    ///
    /// - Throws: ``StoreError`` with `not-found`, `not-a-directory`, `directory-not-empty`,
    ///   `invalid-argument` for the root.
    public func removeDirectory(_ path: DevicePath) throws(StoreError) {
        try operations.perform(.removeDirectory, path) { () throws(StoreError) in
            try unlinkFolder(path)
        }
    }

    private func unlinkFolder(_ path: DevicePath) throws(StoreError) {
        guard !path.isRoot else {
            throw StoreError(.invalidArgument, "the root folder cannot be removed", path: path)
        }
        let (folder, name) = try tree.parent(of: path)
        let child = try tree.folder(at: path)
        try Folder.withLock(on: [folder, child], path) {
            guard let status = try tree.status(of: name, in: folder, path),
                status.identity == child.identity
            else { throw StoreError(.notFound, path: path) }
            guard try entries(of: child, path).isEmpty else {
                throw StoreError(.directoryNotEmpty, path: path)
            }
            let gone = Temporary.name(Temporary.gonePrefix, context.keys.random)
            try context.fileSystem.rename(
                name.onDisk,
                in: folder.descriptor,
                to: gone,
                in: folder.descriptor,
                replacing: false
            )
            try folder.file.synchronize()
            SideFile(context).remove(name, in: folder)
            Garbage(context).removeFolder(gone, child, from: folder)
        }
    }

    /// Removes a file, or a folder with everything in it.
    ///
    /// - Throws: as ``remove(_:)`` and ``removeDirectory(_:)``; what was removed before a failure
    ///   stays removed.
    public func removeTree(_ path: DevicePath) throws(StoreError) {
        guard !path.isRoot else {
            throw StoreError(.invalidArgument, "the root folder cannot be removed", path: path)
        }
        guard try kind(of: path) == .directory else { return try remove(path) }
        for name in try names(in: path) {
            try removeTree(try child(name, of: path))
        }
        try removeDirectory(path)
    }

    /// The path of a folder's child.
    func child(_ name: String, of path: DevicePath) throws(StoreError) -> DevicePath {
        do throws(DevicePathError) { return try path.appending(name) } catch {
            throw StoreError(translating: error, path: path)
        }
    }

    /// File or folder, without looking inside: a damaged file can be listed and removed.
    ///
    /// - Throws: ``StoreError`` with `not-found`, `authentication-failure` for what is neither.
    package func kind(of path: DevicePath) throws(StoreError) -> FileMetadata.Kind {
        try operations.perform(.status, path) { () throws(StoreError) in
            try unreportedKind(of: path)
        }
    }

    /// File or folder, of which no observer is told.
    package func unreportedKind(of path: DevicePath) throws(StoreError) -> FileMetadata.Kind {
        guard !path.isRoot else { return .directory }
        let (folder, name) = try tree.parent(of: path)
        guard let status = try tree.status(of: name, in: folder, path) else {
            throw StoreError(.notFound, path: path)
        }
        return status.kind == .directory ? .directory : .file
    }

    /// Whether a path still leads to what a handle has open; also when that cannot be told.
    package func leads(_ path: DevicePath, to handle: FileHandle) -> Bool {
        do throws(StoreError) {
            let (folder, name) = try tree.parent(of: path)
            let status = try tree.status(of: name, in: folder, path)
            return status?.identity == handle.identity
        } catch {
            return error.code != .notFound
        }
    }
}
