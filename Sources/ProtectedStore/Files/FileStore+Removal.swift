import KeyManagement
public import ProtectionModel
import SystemIO

extension FileStore {
    /// Removes a file, and overwrites its wraps, so that what remains opens with nothing.
    ///
    /// Works in every lock state. Handles that are open go on.
    ///
    /// Without durability, which a store with a settling queue can do without, a power loss may
    /// bring the file back, whole, until ``synchronizeFolder(_:)`` of the folder it was in; its
    /// wraps are overwritten once that is over.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `is-a-directory`.
    public func remove(
        _ path: DevicePath,
        durability: Durability = .full
    ) throws(ProtectionError) {
        try operations.perform(.remove, path) { try removeFile(path, durability) }
    }

    private func removeFile(_ path: DevicePath, _ durability: Durability) throws {
        let place = try tree.place(of: path)
        let gone = try place.folder.withChanges(context, path) {
            guard let status = try tree.status(of: place) else {
                throw ProtectionError(.notFound, path: path)
            }
            guard status.kind == .file else { throw ProtectionError(.isADirectory, path: path) }
            let gone = try setAside(place, durability)
            registry.noteNameless(status.identity)
            return gone
        }
        finishRemoving(gone, from: place.folder, durability)
    }

    /// Takes away what has a reserved name in a folder, now or once that is durable.
    func finishRemoving(
        _ gone: String,
        from folder: Folder,
        _ durability: Durability,
        _ onProgress: @escaping Garbage.Progress = { _, _ in }
    ) {
        if durability == .none, let settling {
            settling.noteRemoved(gone, from: folder)
            settling.helpIfOverfull(registry)
        } else {
            Garbage(context).finishRemoving(gone, from: folder.descriptor, onProgress)
        }
    }

    /// Removes an empty folder, in every lock state.
    ///
    /// Without durability as ``remove(_:durability:)``.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `not-a-directory`, `directory-not-empty`,
    ///   `invalid-argument` for the root.
    public func removeDirectory(
        _ path: DevicePath,
        durability: Durability = .full
    ) throws(ProtectionError) {
        try operations.perform(.removeDirectory, path) {
            try removeFolder(path, withContent: false, durability)
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
            try removeFolder(path, withContent: true, .full, onProgress)
        }
    }

    private func removeFolder(
        _ path: DevicePath,
        withContent: Bool,
        _ durability: Durability = .full,
        _ onProgress: @escaping Garbage.Progress = { _, _ in }
    ) throws {
        guard !path.isRoot else {
            throw ProtectionError(.invalidArgument, "the root folder cannot be removed", path: path)
        }
        let place = try tree.place(of: path)
        let child = try removable(place, withContent: withContent)
        let gone = try place.folder.withChanges(context, path, and: child.map { [$0] } ?? []) {
            if let child {
                guard try tree.status(of: place)?.identity == child.identity else {
                    throw ProtectionError(.notFound, path: path)
                }
                guard try withContent || entries(of: child, path).isEmpty else {
                    throw ProtectionError(.directoryNotEmpty, path: path)
                }
            } else {
                guard try withContent || isHollow(place) else {
                    throw ProtectionError(.directoryNotEmpty, path: path)
                }
            }
            return try setAside(place, durability)
        }
        finishRemoving(gone, from: place.folder, durability, onProgress)
    }

    /// The folder that is to be removed; nil for one without a whole record, as a power loss may
    /// leave one that was made without waiting.
    private func removable(_ place: EntryPlace, withContent: Bool) throws -> Folder? {
        do {
            return try tree.folder(at: place)
        } catch let error as ProtectionError where error.code == .authenticationFailure {
            guard try tree.status(of: place)?.kind == .directory,
                try withContent || isHollow(place)
            else { throw error }
            return nil
        }
    }

    /// Whether a folder holds nothing but what is ours alone.
    private func isHollow(_ place: EntryPlace) throws(SystemError) -> Bool {
        let folder = try OwnedFile(
            place.name.onDisk,
            in: place.folder.descriptor,
            .directory,
            on: context.fileSystem
        )
        return try context.fileSystem.names(in: folder.descriptor).allSatisfy { $0.hasPrefix(".") }
    }

    /// Gives an entry a reserved name: from here on it is gone for everybody.
    ///
    /// - Precondition: the folder is locked; so is the entry, if it is a folder.
    private func setAside(
        _ place: EntryPlace,
        _ durability: Durability
    ) throws(SystemError) -> String {
        let gone = Temporary.name(Temporary.gonePrefix, context.keys.random)
        let folder = place.folder
        let isQueued = durability == .none && settling != nil
        if isQueued { context.queue(gone) }
        try context.fileSystem.rename(
            place.name.onDisk,
            in: folder.descriptor,
            to: gone,
            in: folder.descriptor,
            replacing: false
        )
        folder.noteChange(place.path)
        if !isQueued { try folder.file.synchronize() }
        SideFile(context).remove(place.name, in: folder)
        return gone
    }
}
