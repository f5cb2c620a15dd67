import KeyManagement
public import ProtectionModel
package import SystemIO

extension FileStore {
    /// Returns when the names that were made, changed and removed in a folder survive a power loss.
    ///
    /// New files among them have at least the header that makes them readable; their content is
    /// ``ProtectedFile/synchronize()``'s.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `not-a-directory`, `io-error`.
    public func synchronizeFolder(_ path: DevicePath) throws(ProtectionError) {
        try operations.perform(.synchronize, path) {
            let folder = try tree.folder(at: path)
            try settling?.makeFoldersDurable()
            for file in registry.all where file.keyed.withState({ $0.isNew }) {
                try file.sync.synchronizeBeside()
            }
            try ProtectionError.telling(of: path) { try folder.file.synchronize() }
        }
    }

    /// Returns when everything that was done so far survives a power loss, and what was left to be
    /// finished is.
    ///
    /// - Throws: ``ProtectionError`` with `io-error`.
    public func synchronizeAll() throws(ProtectionError) {
        try operations.perform(.synchronize, .root) {
            let dirty = registry.all.filter { $0.keyed.withState { $0.isDirty } }
            let marks = dirty.map { ($0, $0.keyed.withState { $0.syncMark }) }
            do {
                try context.fileSystem.synchronizeVolume(of: tree.root.descriptor)
            } catch {
                // Each file says for itself whether it was that.
                for file in dirty { try? file.sync.synchronizeBeside() }
                throw error
            }
            for (file, mark) in marks {
                file.keyed.withState { try? $0.noteSync(.success(()), upTo: mark) }
            }
            try settle()
        }
    }

    /// Finishes what was done without durability: makes it durable, and takes away what it left.
    ///
    /// Whoever opens a store with a ``SettlingPolicy`` calls this from time to time, or lets a
    /// ``SettlingThread`` do it. Names that could not be synced are tried again the next time; a
    /// file that could not goes back to what was durable, as nobody was promised more.
    ///
    /// - Throws: ``ProtectionError`` with `io-error` when something could not be made durable.
    package func settle() throws(ProtectionError) {
        try ProtectionError.wrapping { try settling?.settle(registry) }
    }

    /// What can be done without: without a settling queue nobody would finish it.
    func possible(_ durability: Durability) -> Durability {
        settling == nil ? .full : durability
    }

    /// Takes wraps and extended attributes from an inode that lost its name in these folders, in the
    /// first of which it was, now or once that is durable.
    func finishReplacing(_ inode: OpenInode, in folders: [Folder], _ durability: Durability) {
        registry.noteNameless(inode.identity)
        if durability == .none {
            settling?.noteReplaced(inode, in: folders)
        } else {
            let eraser = WrapEraser(context)
            if let folder = folders.first {
                eraser.removeExtendedAttributes(of: inode.file, from: folder)
            }
            eraser.erase(inode.file)
        }
    }

    /// Makes the content of a file durable that is about to take another's name: a power loss could
    /// leave the name without the content, and nothing of what it stood for.
    func synchronizeContent(of place: EntryPlace, _ identity: FileIdentity) throws {
        if let file = registry.find(identity) {
            // Without the turn to write: whoever has it may wait for the folder.
            try file.sync.synchronizeBeside()
            guard !file.keyed.withState({ $0.isPoisoned }) else { throw file.keyed.poisoned }
            return
        }
        try OwnedFile(
            place.name.onDisk,
            in: place.folder.descriptor,
            .writing,
            on: context.fileSystem
        ).synchronize(dataOnly: true)
    }

    /// Finishes a file that nobody has open, so that it can be claimed.
    func finishLingering(_ place: EntryPlace) throws {
        guard let identity = try tree.status(of: place)?.identity,
            let file = registry.find(identity), registry.forget(file)
        else { return }
        try? file.finish(folding: false)
        file.leave()
    }
}

extension FileStore {
    /// How much room the volume has that the device is on.
    ///
    /// - Throws: `SystemError`.
    package func volumeStatus() throws(SystemError) -> VolumeStatus {
        try VolumeStatus(of: tree.root.descriptor)
    }
}
