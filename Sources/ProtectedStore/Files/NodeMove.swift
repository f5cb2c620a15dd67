import KeyManagement
import ProtectionModel
import SystemIO

/// One renaming of a file, folder or link.
struct NodeMove {
    private let store: FileStore
    private let context: StoreContext
    private let old: EntryPlace
    private let new: EntryPlace
    private let rule: RenameRule
    private let replacesFolders: Bool
    private let durability: Durability

    init(
        _ store: FileStore,
        from old: EntryPlace,
        to new: EntryPlace,
        _ rule: RenameRule,
        replacesFolders: Bool,
        _ durability: Durability
    ) {
        self.store = store
        context = store.context
        self.old = old
        self.new = new
        self.rule = rule
        self.replacesFolders = replacesFolders
        self.durability = durability
    }

    /// What becomes of that which had the new name.
    private enum Replaced: Sendable {
        /// An inode without a name.
        case file(OpenInode)
        /// A folder under a reserved name in the folder that the other came from.
        case folder(String)
    }

    /// - Throws: as ``FileStore/rename(_:to:_:durability:)``.
    func run() throws {
        let moved = try folder(at: old)
        let other = try folder(at: new)
        let folders = [old.folder, new.folder] + [moved, other].compactMap(\.self)
        let replaced = try Folder.withLock(on: folders, old.path) { () throws -> Replaced? in
            try move(moved, other)
        }
        switch replaced {
        case nil: break
        case .file(let inode)?:
            store.finishReplacing(inode, in: [new.folder, old.folder], durability)
        case .folder(let name)?:
            store.finishRemoving(name, from: old.folder, durability)
        }
    }

    private func folder(at place: EntryPlace) throws -> Folder? {
        guard try store.tree.status(of: place)?.kind == .directory else { return nil }
        return try store.tree.folder(at: place)
    }

    /// - Precondition: the folders are locked.
    private func move(_ moved: Folder?, _ other: Folder?) throws -> Replaced? {
        guard let status = try store.tree.status(of: old), moved?.identity == status.folder
        else { throw ProtectionError(.notFound, path: old.path) }
        let existing = try store.tree.status(of: new)
        guard other?.identity == existing?.folder else {
            throw ProtectionError(.busy, path: new.path)
        }
        if status.kind == .file, existing == nil { try store.checkMayBeFile(new.path) }
        try check(status, existing, other)
        guard status.identity != existing?.identity else { return nil }
        let replaced = try replacedFile(existing)
        try synchronizeContent(status, replacing: existing)
        try SideFile(context).prepare(new.name, in: new.folder)
        let left = try moveAttributes(status, existing)
        try rebind(moved, to: new) {
            try rebind(other, to: old) { try rename(existing, isDurable: left != nil) }
        }
        left?()
        if rule == .exchanging {
            noteChange(of: new)
            noteChange(of: old)
            return nil
        }
        noteChange(of: new)
        guard other == nil else { return .folder(try setAsideFolder()) }
        SideFile(context).remove(old.name, in: old.folder)
        return replaced.map { .file($0) }
    }

    private func rebind(
        _ folder: Folder?,
        to place: EntryPlace,
        while move: () throws -> Void
    ) throws {
        guard let folder else { return try move() }
        let home = FolderPlace(place.name, in: place.folder)
        try folder.rebind(to: home, old.path, durability, while: move)
    }
}

/// What must hold before.
extension NodeMove {
    private func check(
        _ status: FileStatus,
        _ existing: FileStatus?,
        _ other: Folder?
    ) throws {
        let (source, target) = (old.path, new.path)
        try checkOutside(status, source, target)
        guard rule != .exchanging else {
            guard let existing else { throw ProtectionError(.notFound, path: target) }
            return try checkOutside(existing, target, source)
        }
        guard let existing else { return }
        guard rule != .exclusive else { throw ProtectionError(.alreadyExists, path: target) }
        switch (status.kind, existing.kind) {
        case (.file, .file): break
        case (.file, _): throw ProtectionError(.isADirectory, path: target)
        case (_, .file): throw ProtectionError(.notADirectory, path: target)
        default: try checkReplacing(status, existing, other)
        }
    }

    /// A folder into itself would be nowhere.
    private func checkOutside(
        _ status: FileStatus,
        _ source: DevicePath,
        _ target: DevicePath
    ) throws {
        guard status.kind == .directory, source != target, source.contains(target) else { return }
        throw ProtectionError(
            .invalidArgument,
            "'\(source)' cannot be moved into itself",
            path: target
        )
    }

    private func checkReplacing(
        _ status: FileStatus,
        _ existing: FileStatus,
        _ other: Folder?
    ) throws {
        guard status.identity != existing.identity, let other else { return }
        guard replacesFolders else { throw ProtectionError(.alreadyExists, path: new.path) }
        guard try store.entries(of: other, new.path).isEmpty else {
            throw ProtectionError(.directoryNotEmpty, path: new.path)
        }
    }
}

/// The steps.
extension NodeMove {
    /// The inode of a file that is about to be replaced, while its name still leads to it.
    private func replacedFile(_ existing: FileStatus?) throws -> OpenInode? {
        guard rule == .replacing, let existing, existing.kind == .file,
            let file = try WrapEraser(context).open(new.name.onDisk, in: new.folder)
        else { return nil }
        return OpenInode(file, existing.identity)
    }

    /// A power loss could leave the new name without the content of its file, and nothing of what it
    /// stood for.
    private func synchronizeContent(_ status: FileStatus, replacing existing: FileStatus?) throws {
        guard rule == .replacing, status.kind == .file, existing != nil else { return }
        try store.synchronizeContent(of: old, status.identity)
    }

    /// Renames on the host.
    ///
    /// A folder that replaces another, which is never empty there, exchanges names with it.
    private func rename(_ existing: FileStatus?, isDurable: Bool) throws {
        let isFolder = existing?.kind == .directory
        let hostRule: RenameRule =
            switch rule {
            case .exchanging: .exchanging
            case .exclusive: .exclusive
            case .replacing: isFolder ? .exchanging : existing == nil ? .exclusive : .replacing
            }
        try context.fileSystem.rename(
            old.name.onDisk,
            in: old.folder.descriptor,
            to: new.name.onDisk,
            in: new.folder.descriptor,
            hostRule
        )
        new.folder.noteChange(new.path)
        if old.folder.identity != new.folder.identity { old.folder.noteChange(old.path) }
        guard isDurable || durability == .full else { return }
        try new.folder.file.synchronize()
        if old.folder.identity != new.folder.identity { try old.folder.file.synchronize() }
    }

    /// Takes the name from the empty folder that stands where the moved one was.
    ///
    /// A power loss in between leaves it there, empty.
    private func setAsideFolder() throws -> String {
        let gone = Temporary.name(Temporary.gonePrefix, context.keys.random)
        let folder = old.folder
        try context.fileSystem.rename(
            old.name.onDisk,
            in: folder.descriptor,
            to: gone,
            in: folder.descriptor,
            .exclusive
        )
        if durability == .full {
            try folder.file.synchronize()
        } else {
            context.queue(gone)
        }
        SideFile(context).remove(old.name, in: folder)
        return gone
    }

    /// Puts the extended attributes of what changes its folder into the new one.
    ///
    /// - Returns: what removes them from the old one, once the move is durable; nil when there are
    ///   none.
    private func moveAttributes(
        _ status: FileStatus,
        _ existing: FileStatus?
    ) throws -> (() -> Void)? {
        guard old.folder.identity != new.folder.identity else { return nil }
        var leavers: [() -> Void] = []
        if status.kind == .file, let leave = try copyAttributes(of: old, to: new.folder) {
            leavers.append(leave)
        }
        if rule == .exchanging, existing?.kind == .file,
            let leave = try copyAttributes(of: new, to: old.folder)
        {
            leavers.append(leave)
        }
        return leavers.isEmpty ? nil : { for leave in leavers { leave() } }
    }

    private func copyAttributes(
        of place: EntryPlace,
        to folder: Folder
    ) throws -> (() -> Void)? {
        let blobs = AttributeBlobs(context: context)
        let old = place.folder.descriptor
        guard let file = try WrapEraser(context).open(place.name.onDisk, in: place.folder),
            let extended = blobs.record(of: file)?.extended, !extended.isEmpty
        else { return nil }
        try blobs.copy(extended, from: old, to: folder.descriptor)
        return { blobs.remove(extended, from: old) }
    }

    /// Notes the time of the change in what now stands in a place; a folder has it already.
    private func noteChange(of place: EntryPlace) {
        let now = context.keys.clock.wallTime()
        try? place.withInode(context) { file, status in
            try store.changeRecord(file, status, place, .none) { attributes, _ in
                attributes.changed = now
            }
        }
    }
}

extension FileStatus {
    /// Which folder it is; nil for anything else.
    fileprivate var folder: FileIdentity? { kind == .directory ? identity : nil }
}
