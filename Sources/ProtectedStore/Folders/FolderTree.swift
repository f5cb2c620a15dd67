import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// Walks paths, component by component, never following a symbolic link.
///
/// Open folders are kept, but trusted only while the name still leads to their inode, so what other
/// processes rename or remove is seen at once.
final class FolderTree: Sendable {
    private struct Key: Hashable {
        let parent: FileIdentity
        let name: String
    }

    /// Descriptors are scarce; two a folder.
    private static let cacheLimit = 64

    let root: Folder
    private let context: StoreContext
    private let cache = Mutex<[Key: Folder]>([:])

    init(root: Folder, _ context: StoreContext) {
        self.root = root
        self.context = context
    }

    /// The folder at `path`.
    ///
    /// - Throws: `ProtectionError` with `not-found`, `not-a-directory`, `authentication-failure`.
    func folder(at path: DevicePath) throws -> Folder {
        var folder = root
        for component in path.components {
            folder = try child(try folder.seal(component, path), of: folder, path)
        }
        return folder
    }

    /// The folder that `path` is in, and the last name.
    ///
    /// - Throws: as ``folder(at:)``; `is-a-directory` for the root, which is in no folder;
    ///   `not-a-directory` for a file by a path that says it is none.
    func parent(of path: DevicePath) throws -> (folder: Folder, name: SealedName) {
        guard let parent = path.parent, let name = path.name else {
            throw ProtectionError(.isADirectory, path: path)
        }
        let folder = try folder(at: parent)
        let sealed = try folder.seal(name, path)
        if path.namesFolder, try status(of: sealed, in: folder, path)?.kind == .file {
            throw ProtectionError(.notADirectory, path: path)
        }
        return (folder, sealed)
    }

    /// What an entry is now; nil when the name is free.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` for what we never make.
    func status(
        of name: SealedName,
        in folder: Folder,
        _ path: DevicePath
    ) throws -> FileStatus? {
        let status: FileStatus
        do {
            status = try context.fileSystem.status(of: name.onDisk, in: folder.descriptor)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, path: path)
        }
        guard status.kind == .file || status.kind == .directory else {
            throw ProtectionError(
                .authenticationFailure,
                "'\(path)' is a symbolic link or special file, which a device never holds",
                path: path
            )
        }
        return status
    }

    /// The folder of a name in another.
    ///
    /// - Throws: as ``folder(at:)``.
    func child(
        _ name: SealedName,
        of folder: Folder,
        _ path: DevicePath
    ) throws -> Folder {
        guard let status = try status(of: name, in: folder, path) else {
            throw ProtectionError(.notFound, path: path)
        }
        guard status.kind == .directory else { throw ProtectionError(.notADirectory, path: path) }
        let key = Key(parent: folder.identity, name: name.onDisk)
        if let known = cache.withLock({ $0[key] }), known.identity == status.identity {
            return known
        }
        let child = try Folder(name, in: folder, context, path: path)
        cache.withLock { cache in
            if cache.count >= Self.cacheLimit { cache.removeAll(keepingCapacity: true) }
            cache[key] = child
        }
        return child
    }
}
