import KeyManagement
import ProtectionModel
import SystemIO

extension InodeMaker {
    /// What may stand where a new inode goes.
    enum Condition {
        /// Nothing, or a file.
        case freeOrFile
        /// Nothing.
        case free
        /// This inode only: it was read, and is replaced by itself in another form.
        case still(FileIdentity)

        /// Whoever replaces an inode by itself holds its locks.
        var isClaimed: Bool {
            if case .still = self { true } else { false }
        }
    }

    /// Gives a new inode its name, and takes the wraps out of the one it replaces.
    ///
    /// - Throws: `StoreError` with `is-a-directory`, `already-exists`, or `busy` when the name no
    ///   longer leads to the expected inode; the temporary is then gone.
    func commit(
        _ inode: borrowing NewInode,
        as name: SealedName,
        in folder: Folder,
        if condition: Condition,
        _ durability: Durability,
        _ path: DevicePath
    ) throws(StoreError) {
        try commit(
            inode.temporaryName,
            inode.file.descriptor,
            as: name,
            in: folder,
            if: condition,
            durability,
            path
        )
    }

    /// The same for an inode that an open file has already.
    func commit(
        _ temporary: String,
        _ file: Descriptor,
        as name: SealedName,
        in folder: Folder,
        if condition: Condition,
        _ durability: Durability,
        _ path: DevicePath
    ) throws(StoreError) {
        do throws(StoreError) {
            let old = try Folder.withLock(on: [folder], path) {
                let old = try rename(
                    temporary,
                    file,
                    to: name,
                    in: folder,
                    if: condition,
                    durability,
                    path
                )
                if durability == .full { try folder.file.synchronize() }
                return old
            }
            context.unfinished.settle(temporary)
            erase(old.map { [$0] } ?? [], durability, isClaimed: condition.isClaimed)
        } catch {
            discard(temporary, in: folder)
            throw error
        }
    }

    /// Gives several new inodes their names, which may all be taken by files.
    ///
    /// - Throws: as for one; those before the one that failed have their names then.
    func commit(
        _ pending: [PendingInode],
        in folder: Folder,
        _ durability: Durability,
        _ path: DevicePath
    ) throws(StoreError) {
        var unnamed = pending[...]
        defer { for item in unnamed { discard(item.inode.temporaryName, in: folder) } }
        try StoreError.translating(path) {
            if durability == .full {
                for item in pending { try item.inode.file.synchronize() }
            }
            let (replaced, failure) = try Folder.withLock(on: [folder], path) {
                var replaced: [OpenInode] = []
                let result = Result {
                    while let item = unnamed.first {
                        let old = try StoreError.translating(item.path) {
                            try rename(
                                item.inode.temporaryName,
                                item.inode.file.descriptor,
                                to: item.name,
                                in: folder,
                                if: .freeOrFile,
                                durability,
                                item.path
                            )
                        }
                        unnamed.removeFirst()
                        context.unfinished.settle(item.inode.temporaryName)
                        if let old { replaced.append(old) }
                    }
                }
                if durability == .full { try folder.file.synchronize() }
                return (replaced, result)
            }
            erase(replaced, durability, isClaimed: false)
            try failure.get()
        }
    }

    /// - Returns: what the name stood for.
    private func rename(
        _ temporary: String,
        _ file: Descriptor,
        to name: SealedName,
        in folder: Folder,
        if condition: Condition,
        _ durability: Durability,
        _ path: DevicePath
    ) throws -> OpenInode? {
        let existing = try entry(name, in: folder, path)
        try check(existing, condition, path)
        var old: OpenInode?
        if let existing, let file = try WrapEraser(context).open(name.onDisk, in: folder) {
            old = OpenInode(file, existing.identity)
        }
        if existing != nil, durability == .none {
            // The rename could survive a power loss without the bytes, and the old file be gone.
            try context.fileSystem.synchronize(file, dataOnly: true)
        }
        try SideFile(context).prepare(name, in: folder)
        try context.fileSystem.rename(
            temporary,
            in: folder.descriptor,
            to: name.onDisk,
            in: folder.descriptor,
            replacing: existing != nil
        )
        return old
    }

    /// Takes the wraps out of what was replaced.
    ///
    /// Not before the rename is durable, since a power loss may bring the old file back; and not
    /// with the folder locked, since whoever changes a class may hold the slots for long.
    private func erase(_ replaced: [OpenInode], _ durability: Durability, isClaimed: Bool) {
        guard durability == .full else { return }
        for old in replaced { WrapEraser(context).erase(old.file, isClaimed: isClaimed) }
    }

    private func entry(
        _ name: SealedName,
        in folder: Folder,
        _ path: DevicePath
    ) throws -> FileStatus? {
        do throws(SystemError) {
            return try context.fileSystem.status(of: name.onDisk, in: folder.descriptor)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw error
        }
    }

    private func check(
        _ existing: FileStatus?,
        _ condition: Condition,
        _ path: DevicePath
    ) throws(StoreError) {
        guard existing?.kind != .directory else { throw StoreError(.isADirectory, path: path) }
        guard existing == nil || existing?.kind == .file else {
            throw StoreError(.authenticationFailure, path: path)
        }
        switch condition {
        case .freeOrFile: break
        case .free:
            guard existing == nil else { throw StoreError(.alreadyExists, path: path) }
        case .still(let identity):
            guard existing?.identity == identity else { throw StoreError(.busy, path: path) }
        }
    }
}
