import KeyManagement
import ProtectionModel
import Synchronization
import SystemIO

/// Takes away what has a reserved name: what is removed, and what crashes and interrupted work
/// left.
///
/// It is ours to finish, files in folders too. A folder with entries gets a `.gone-` name only from
/// whoever removes it, under its lock, and nobody puts anything into it from then on: who gets its
/// lock later sees that its name no longer leads to it. A `.new-` folder never had another name,
/// and belongs to whoever holds its lock. Wraps are overwritten, and that made durable, before
/// anything is unlinked, so that a crash at any point leaves either the whole of it or nothing that
/// opens.
struct Garbage {
    /// Hears how many files were overwritten, then of how many entries how many are unlinked.
    typealias Progress = (_ done: Int, _ total: Int?) -> Void

    /// Something with a reserved name that nobody else holds, nor gets as long as this is there.
    final class Item: Sendable {
        let name: String
        let file: OwnedFile
        let isFolder: Bool

        init(_ name: String, _ file: consuming OwnedFile, isFolder: Bool) {
            self.name = name
            self.file = file
            self.isFolder = isFolder
        }
    }

    private let context: StoreContext

    init(_ context: StoreContext) {
        self.context = context
    }

    private var fileSystem: any FileSystem { context.fileSystem }

    /// What nobody works on in a folder.
    ///
    /// - Precondition: the folder is locked, or what is just being made would be taken for garbage.
    func claimAll(in folder: Descriptor) throws(SystemError) -> [Item] {
        let names = try fileSystem.names(in: folder).filter(Temporary.isTemporary)
        return context.unqueued(names).compactMap { claim($0, in: folder) }
    }

    /// One of them; nil when it is held, or is nothing that we make.
    func claim(_ name: String, in folder: Descriptor) -> Item? {
        guard let item = open(name, in: folder),
            // Held until it is gone: a maker between making and locking must not go on with it.
            (try? fileSystem.lock(item.file.descriptor, .exclusive)) == true
        else { return nil }
        return item
    }

    /// Takes away a folder that its maker has emptied, or gives up with what is in it.
    func discard(_ item: Item, in folder: Descriptor) {
        do {
            try fileSystem.unlink(item.name, in: folder, folder: true)
        } catch {
            try? destroy([item], in: folder)
        }
    }

    /// Finishes the removal of something that was just given its reserved name.
    ///
    /// A disk that fails leaves it to whoever changes the folder next.
    func finishRemoving(
        _ name: String,
        from folder: Descriptor,
        _ onProgress: @escaping Progress = { _, _ in }
    ) {
        guard let item = take(name, in: folder) else { return }
        try? destroy([item], in: folder, onProgress: onProgress)
    }

    private func open(_ name: String, in folder: Descriptor) -> Item? {
        guard let status = try? fileSystem.status(of: name, in: folder),
            status.kind == .file || status.kind == .directory
        else { return nil }
        let isFolder = status.kind == .directory
        guard
            let file = try? OwnedFile(
                name,
                in: folder,
                isFolder ? .directory : .writing,
                on: fileSystem
            )
        else { return nil }
        return Item(name, file, isFolder: isFolder)
    }

    /// Destroys what others left.
    ///
    /// Their reserved names may not be durable yet: a power loss would give a file that is
    /// overwritten its own name back.
    ///
    /// - Throws: as ``destroy(_:in:onProgress:)``.
    func collect(_ items: [Item], in folder: Folder) throws {
        guard !items.isEmpty else { return }
        try folder.file.synchronize()
        try destroy(items, in: folder.descriptor)
    }

    /// Overwrites the wraps in these, waits until that is durable, and unlinks them.
    ///
    /// Two that do the same at once are not in each other's way. What fails stays for the next one.
    ///
    /// - Throws: `SystemError`; `ProtectionError` with `busy` when a folder is in use for longer
    ///   than the store's patience.
    private func destroy(
        _ items: [Item],
        in folder: Descriptor,
        onProgress: @escaping Progress = { _, _ in }
    ) throws {
        var count = Counter(onProgress)
        let trees = try items.map { try overwrite($0, &count) }
        // One alone need not wait for whatever else is written on the volume.
        if items.count == 1, let item = items.first, !item.isFolder {
            try item.file.synchronize(dataOnly: true)
        } else if !items.isEmpty {
            try fileSystem.synchronizeVolume(of: folder)
        }
        count.turn()
        for (item, remains) in zip(items, trees) { try unlink(item, remains, in: folder, &count) }
    }

    /// What goes with something that was overwritten.
    struct Remains {
        /// The folders in it, all of which are in the folder itself by now.
        var folders: [String] = []
        /// The extended attributes of a file, in the folder that it is in.
        var extended: [[UInt8]] = []
    }

    /// Opens something that was just given its reserved name, so that nobody helps.
    func take(_ name: String, in folder: Descriptor) -> Item? {
        guard let item = open(name, in: folder) else { return nil }
        // A present holder of the lock does no harm: a file's maker whose handle is open, another
        // collector, or who is about to see that the folder is gone.
        _ = try? fileSystem.lock(item.file.descriptor, .exclusive)
        return item
    }

    /// Overwrites the wraps in one; the caller waits until that is durable.
    ///
    /// - Throws: as ``destroy(_:in:onProgress:)``.
    func overwrite(_ item: Item) throws -> Remains {
        var count = Counter { _, _ in }
        return try overwrite(item, &count)
    }

    /// Unlinks what was overwritten, durably.
    ///
    /// - Throws: `SystemError`.
    func unlink(_ item: Item, _ remains: Remains, in folder: Descriptor) throws(SystemError) {
        var count = Counter { _, _ in }
        try unlink(item, remains, in: folder, &count)
    }

    private func overwrite(_ item: Item, _ count: inout Counter) throws -> Remains {
        var remains = Remains()
        if item.isFolder {
            try overwriteTree(item.file.descriptor, &remains.folders, &count)
        } else {
            // Another inode of a file that is there names the same ones.
            if !item.name.hasPrefix(Temporary.foldPrefix) {
                remains.extended =
                    AttributeBlobs(context: context).record(of: item.file)?.extended ?? []
            }
            try overwrite(item.file, &count)
        }
        return remains
    }

    private func unlink(
        _ item: Item,
        _ remains: Remains,
        in folder: Descriptor,
        _ count: inout Counter
    ) throws(SystemError) {
        AttributeBlobs(context: context).remove(remains.extended, from: folder)
        for name in remains.folders.reversed() {
            guard let child = try inner(name, of: item.file.descriptor) else { continue }
            try clear(child.descriptor, &count)
            try unlink(name, in: item.file.descriptor, isFolder: true)
        }
        if item.isFolder { try clear(item.file.descriptor, &count) }
        try unlink(item.name, in: folder, isFolder: item.isFolder)
    }

    /// Overwrites everything in a folder and below, and moves every folder below into the folder
    /// itself: so a few descriptors do for any depth.
    private func overwriteTree(
        _ root: Descriptor,
        _ moved: inout [String],
        _ count: inout Counter
    ) throws {
        try overwriteFolder(root, into: root, &moved, &count)
        var next = 0
        while next < moved.count {
            let name = moved[next]
            next += 1
            guard let folder = try inner(name, of: root) else { continue }
            // Another process may have got its lock before it was moved. What it takes out belongs
            // to it, and must not be overwritten behind its back.
            let isHeld = try context.patience.wait { () throws(SystemError) in
                try fileSystem.lock(folder.descriptor, .exclusive)
            }
            guard isHeld else { throw ProtectionError(.busy, "a folder being removed is in use") }
            try overwriteFolder(folder.descriptor, into: root, &moved, &count)
        }
    }

    /// A folder that was moved into `root`; nil when another collector has taken it over since.
    private func inner(_ name: String, of root: Descriptor) throws(SystemError) -> OwnedFile? {
        do {
            return try OwnedFile(name, in: root, .directory, on: fileSystem)
        } catch {
            guard ErrorCode(error) == .notFound else { throw error }
            return nil
        }
    }

    private func overwriteFolder(
        _ folder: Descriptor,
        into root: Descriptor,
        _ moved: inout [String],
        _ count: inout Counter
    ) throws {
        // What is queued is somebody's already, who holds it until it is gone.
        let names = context.unqueued(try fileSystem.names(in: folder))
        for name in names where !Self.hasNoWrap(name) {
            do {
                let file = try OwnedFile(name, in: folder, .writing, on: fileSystem)
                try overwrite(file, &count)
            } catch {
                switch ErrorCode(error) {
                case .isADirectory:
                    let new = Temporary.name(Temporary.gonePrefix, context.keys.random)
                    try fileSystem.rename(name, in: folder, to: new, in: root, replacing: false)
                    moved.append(new)
                // Gone already, or a link that was put there on the host.
                case .notFound, .authenticationFailure: break
                default: throw error
                }
            }
        }
    }

    private static func hasNoWrap(_ name: String) -> Bool {
        name == FolderRecord.fileName || name.hasPrefix(SealedName.sidePrefix)
            || name.hasPrefix(AttributeBlob.prefix)
    }

    private func overwrite(
        _ file: borrowing OwnedFile,
        _ count: inout Counter
    ) throws(SystemError) {
        count.advance()
        let status = try file.status()
        // An inode with another name is a backup, and stays as it is.
        guard status.kind == .file, status.links == 1, status.size > 0 else { return }
        do {
            try WrapEraser(context).overwrite(file, isDurable: false)
        } catch {
            // A disk so full that nothing can be overwritten must not stay so forever.
            guard ErrorCode(error) == .noSpace else { throw error }
        }
    }

    /// Unlinks the files of a folder that has no folders in it any more.
    private func clear(_ folder: Descriptor, _ count: inout Counter) throws(SystemError) {
        for name in try fileSystem.names(in: folder) {
            try unlink(name, in: folder, isFolder: false)
            count.advance()
        }
    }

    private func unlink(
        _ name: String,
        in folder: Descriptor,
        isFolder: Bool
    ) throws(SystemError) {
        do {
            try fileSystem.unlink(name, in: folder, folder: isFolder)
        } catch {
            // Another collector unlinked it, or its maker, who gave up.
            guard ErrorCode(error) == .notFound else { throw error }
        }
    }

    private struct Counter {
        private let onProgress: Progress
        private var done = 0
        private var total: Int?

        init(_ onProgress: @escaping Progress) {
            self.onProgress = onProgress
        }

        mutating func advance() {
            done += 1
            onProgress(done, total)
        }

        /// From overwriting to unlinking.
        mutating func turn() {
            total = done
            done = 0
        }
    }
}

extension Folder {
    /// As ``withLock(on:_:_:)``, for changes of what is in one folder: what was left over in it is
    /// taken away afterwards, the first time that this process changes it.
    func withChanges<Result: Sendable>(
        _ context: StoreContext,
        _ path: DevicePath,
        and others: [Folder] = [],
        _ body: () throws -> Result
    ) throws -> Result {
        let garbage = Garbage(context)
        let (result, leftovers) = try Self.withLock(on: [self] + others, path) {
            // Before the change, which may leave something that is for others to take away.
            let isFirst = !isSwept.load(ordering: .relaxed)
            // What fails here, fails again and is told where a repair is asked for.
            let leftovers = isFirst ? (try? garbage.claimAll(in: descriptor)) ?? [] : []
            let result = try body()
            isSwept.store(true, ordering: .relaxed)
            return (result, leftovers)
        }
        // Not with the folder locked, since there may be much of it.
        try? garbage.collect(leftovers, in: self)
        return result
    }
}
