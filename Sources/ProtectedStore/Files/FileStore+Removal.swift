import KeyManagement
public import ProtectionModel
import SystemIO

extension FileStore {
    /// Removes a file, and overwrites its wraps, so that what remains opens with nothing.
    ///
    /// Works in every lock state. Handles that are open go on.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `is-a-directory`.
    public func remove(_ path: DevicePath) throws(ProtectionError) {
        try operations.perform(.remove, path) { try removeFile(path) }
    }

    private func removeFile(_ path: DevicePath) throws {
        let place = try tree.place(of: path)
        let gone = try place.folder.withChanges(context, path) {
            guard let status = try tree.status(of: place) else {
                throw ProtectionError(.notFound, path: path)
            }
            guard status.kind == .file else { throw ProtectionError(.isADirectory, path: path) }
            return try setAside(place)
        }
        Garbage(context).finishRemoving(gone, from: place.folder.descriptor)
    }

    /// Removes an empty folder, in every lock state.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `not-a-directory`, `directory-not-empty`,
    ///   `invalid-argument` for the root.
    public func removeDirectory(_ path: DevicePath) throws(ProtectionError) {
        try operations.perform(.removeDirectory, path) {
            try removeFolder(path, withContent: false)
        }
    }

    /// Removes a file, or a folder with everything in it, in every lock state.
    ///
    /// A folder is gone at once, for everybody and durably; what is in it then has its wraps
    /// overwritten and is taken away, which takes its time. If this process is killed before that
    /// is done, the next one that changes the folder above goes on with it.
    ///
    /// - Throws: as ``remove(_:)`` and ``removeDirectory(_:)``; nothing has changed then.
    public func removeTree(_ path: DevicePath) throws(ProtectionError) {
        try ProtectionError.wrapping {
            try removeTree(path) { _, _ in }
        }
    }

    /// As ``removeTree(_:)``; `onProgress` hears how many files are overwritten, then how many
    /// entries of how many are taken away.
    package func removeTree(
        _ path: DevicePath,
        onProgress: @escaping (_ done: Int, _ total: Int?) -> Void
    ) throws {
        let isFolder = path.isRoot ? true : try kind(of: path) == .directory
        guard isFolder else { return try remove(path) }
        try operations.perform(.removeDirectory, path) {
            try removeFolder(path, withContent: true, onProgress)
        }
    }

    private func removeFolder(
        _ path: DevicePath,
        withContent: Bool,
        _ onProgress: @escaping Garbage.Progress = { _, _ in }
    ) throws {
        guard !path.isRoot else {
            throw ProtectionError(.invalidArgument, "the root folder cannot be removed", path: path)
        }
        let place = try tree.place(of: path)
        let child = try tree.folder(at: path)
        let gone = try place.folder.withChanges(context, path, and: [child]) {
            guard try tree.status(of: place)?.identity == child.identity else {
                throw ProtectionError(.notFound, path: path)
            }
            guard try withContent || entries(of: child, path).isEmpty else {
                throw ProtectionError(.directoryNotEmpty, path: path)
            }
            return try setAside(place)
        }
        Garbage(context).finishRemoving(gone, from: place.folder.descriptor, onProgress)
    }

    /// Gives an entry a reserved name, durably: from here on it is gone for everybody.
    ///
    /// - Precondition: the folder is locked; so is the entry, if it is a folder.
    private func setAside(_ place: EntryPlace) throws(SystemError) -> String {
        let gone = Temporary.name(Temporary.gonePrefix, context.keys.random)
        let folder = place.folder
        try context.fileSystem.rename(
            place.name.onDisk,
            in: folder.descriptor,
            to: gone,
            in: folder.descriptor,
            replacing: false
        )
        folder.noteChange(place.path)
        try folder.file.synchronize()
        SideFile(context).remove(place.name, in: folder)
        return gone
    }
}
