import KeyManagement
import ProtectionModel
import SystemIO

/// Collects what crashes and interrupted removals leave behind.
struct Garbage {
    /// Each level is a removal that was interrupted; nobody has more than a few.
    private static let depthLimit = 64

    private let context: StoreContext

    init(_ context: StoreContext) {
        self.context = context
    }

    /// Removes a renamed-away folder and everything of ours that is still in it.
    func removeFolder(_ gone: String, _ child: Folder, from folder: Folder) {
        // The name is gone already; a failure leaves garbage that `fsck --repair` collects.
        try? clear(child.descriptor, depth: 0)
        try? context.fileSystem.unlink(gone, in: folder.descriptor, folder: true)
    }

    /// The temporaries in a folder that no writer holds.
    func find(in folder: Descriptor) throws -> [String] {
        try context.fileSystem.names(in: folder).filter { name in
            Temporary.isTemporary(name) && isAbandoned(name, in: folder)
        }
    }

    /// Removes one abandoned temporary.
    ///
    /// - Returns: false when its maker holds it by now.
    /// - Throws: `SystemError`; `StoreError` with `directory-not-empty` for a folder with files of
    ///   the user in it, which stay.
    func collect(_ name: String, in folder: Descriptor) throws -> Bool {
        let isFolder = try context.fileSystem.status(of: name, in: folder).kind == .directory
        let file = try OwnedFile(
            name,
            in: folder,
            isFolder ? .directory : .writing,
            on: context.fileSystem
        )
        // Held until it is gone: a maker between making and locking must not go on with it.
        guard try context.fileSystem.lock(file.descriptor, .exclusive) else { return false }
        if isFolder { try clear(file.descriptor, depth: 0) }
        try context.fileSystem.unlink(name, in: folder, folder: isFolder)
        return true
    }

    /// Removes our own files, and folders whose making or removing a crash interrupted.
    ///
    /// Sealed entries stay: nobody removes a folder that has any, so whoever put them there did it
    /// on the host.
    private func clear(_ folder: Descriptor, depth: Int) throws {
        let names = try context.fileSystem.names(in: folder)
        guard names.allSatisfy({ $0.hasPrefix(".") }) else {
            throw StoreError(
                .directoryNotEmpty,
                "a folder that was being removed has files in it; give it its name back on the "
                    + "host, or remove it there"
            )
        }
        for name in names {
            let status = try context.fileSystem.status(of: name, in: folder)
            let isFolder = status.kind == .directory
            if isFolder, Temporary.isTemporary(name), depth < Self.depthLimit {
                let child = try OwnedFile(name, in: folder, .directory, on: context.fileSystem)
                try clear(child.descriptor, depth: depth + 1)
            }
            try context.fileSystem.unlink(name, in: folder, folder: isFolder)
        }
    }

    private func isAbandoned(_ name: String, in folder: Descriptor) -> Bool {
        guard
            let status = try? context.fileSystem.status(of: name, in: folder),
            let file = try? OwnedFile(
                name,
                in: folder,
                status.kind == .directory ? .directory : .writing,
                on: context.fileSystem
            )
        else { return false }
        // Folders are made and removed under their parent's lock, which the caller holds.
        return (try? context.fileSystem.lock(file.descriptor, .exclusive)) == true
    }
}
