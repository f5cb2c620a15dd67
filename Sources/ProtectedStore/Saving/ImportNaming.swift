import KeyManagement
package import ProtectionModel
import SystemIO

/// Gives what an import has made aside its names.
struct ImportNaming {
    /// Inodes that were replaced are open until their wraps are overwritten.
    private static let replacedLimit = 256

    let context: StoreContext
    let durability: Durability
    let observer: FolderImport.Observer

    /// - Throws: `ProtectionError`. What comes before the entry that failed has its name then,
    ///   durably.
    func name(_ entries: [StagedEntry], from stage: ImportStage) throws {
        // Content before names: a power loss leaves old content or new.
        if durability == .full {
            try ProtectionError.wrapping {
                try context.fileSystem.synchronizeVolume(of: stage.descriptor)
            }
        }
        var order: [FileIdentity] = []
        var groups: [FileIdentity: [StagedEntry]] = [:]
        for entry in entries {
            let identity = entry.place.folder.identity
            if groups[identity] == nil { order.append(identity) }
            groups[identity, default: []].append(entry)
        }
        var round = Round()
        let result = Result {
            for identity in order {
                var rest = (groups[identity] ?? [])[...]
                while !rest.isEmpty {
                    try name(&rest, from: stage, &round)
                    if round.replaced.count >= Self.replacedLimit { try settle(&round, stage) }
                }
            }
        }
        try settle(&round, stage)
        try result.get()
    }

    /// What has names that are not durable yet.
    private struct Round {
        var folders: [Folder] = []
        var replaced: [(inode: OpenInode, folder: Folder)] = []
        var path: DevicePath?
    }

    /// Names entries of one folder, as many as may be before the next sync.
    private func name(
        _ entries: inout ArraySlice<StagedEntry>,
        from stage: ImportStage,
        _ round: inout Round
    ) throws {
        guard let first = entries.first else { return }
        round.folders.append(first.place.folder)
        round.path = first.place.path.parent
        var rest = entries
        var replaced: [OpenInode] = []
        let room = Self.replacedLimit - round.replaced.count
        defer {
            entries = rest
            round.replaced += replaced.map { ($0, first.place.folder) }
        }
        try first.place.folder.withChanges(context, first.place.path.parent ?? .root) {
            while let entry = rest.first, replaced.count < room {
                if let old = try name(entry, from: stage) { replaced.append(old) }
                rest.removeFirst()
            }
            first.place.folder.noteChange(first.place.path)
        }
    }

    private func name(_ entry: StagedEntry, from stage: ImportStage) throws -> OpenInode? {
        let maker = InodeMaker(context: context)
        guard !entry.isFolder else {
            try nameFolder(entry, from: stage)
            return nil
        }
        if let extended = entry.extended { try name(extended, of: entry, from: stage) }
        let old = try ProtectionError.telling(of: entry.place.path) {
            try maker.rename(
                entry.stagedName,
                from: stage.descriptor,
                to: entry.place,
                if: .freeOrFile,
                durability: durability
            ) { observer.onNamed(1) }
        }
        if let old, let protection = entry.protection,
            let before = try? header(of: old.file)?.protection, before != protection
        {
            observer.onReplaced(entry.place.path, before, protection)
        }
        return old
    }

    /// Puts the extended attributes where their file is about to go.
    private func name(
        _ extended: [UInt8],
        of entry: StagedEntry,
        from stage: ImportStage
    ) throws(SystemError) {
        let blob = AttributeBlob.name(of: extended)
        try context.fileSystem.rename(
            blob,
            in: stage.descriptor,
            to: blob,
            in: entry.place.folder.descriptor,
            .replacing
        )
    }

    /// A file that cannot be read has no class: to replace it may be what the user wants.
    private func header(of file: borrowing OwnedFile) throws -> SealedHeader? {
        try SealedHeader.read(
            try file.read(SealedHeader.byteCount, at: 0)[...],
            device: context.deviceID,
            keys: try context.keys.volumeKeys()
        ).record
    }

    private func nameFolder(_ entry: StagedEntry, from stage: ImportStage) throws {
        let system = context.fileSystem
        do {
            try SideFile(context).prepare(entry.place.name, in: entry.place.folder)
        } catch { throw ProtectionError(error, path: entry.place.path) }
        do {
            try context.unfinished.change { _ in
                try system.rename(
                    entry.stagedName,
                    in: stage.descriptor,
                    to: entry.place.name.onDisk,
                    in: entry.place.folder.descriptor,
                    replacing: false
                )
                observer.onNamed(entry.fileCount)
            }
        } catch let error as SystemError where ErrorCode(error) == .alreadyExists {
            throw ProtectionError(
                .alreadyExists,
                path: entry.place.path,
                cause: FolderImport.Overtaken()
            )
        } catch {
            throw ProtectionError(error, path: entry.place.path)
        }
    }

    private func removeExtendedAttributes(_ replaced: [(inode: OpenInode, folder: Folder)]) {
        for old in replaced {
            WrapEraser(context).removeExtendedAttributes(of: old.inode.file, from: old.folder)
        }
    }

    /// Makes the names durable, and takes the wraps out of what was replaced.
    private func settle(_ round: inout Round, _ stage: ImportStage) throws {
        defer { round = Round() }
        guard durability == .full else { return removeExtendedAttributes(round.replaced) }
        let maker = InodeMaker(context: context)
        if round.folders.count <= 2, round.replaced.isEmpty {
            for folder in round.folders {
                try maker.makeNamesDurable(in: folder, round.path ?? .root)
            }
            return
        }
        do {
            try context.fileSystem.synchronizeVolume(of: stage.descriptor)
        } catch {
            throw InodeMaker.undurable(round.path ?? .root, error)
        }
        guard !round.replaced.isEmpty else { return }
        removeExtendedAttributes(round.replaced)
        for old in round.replaced { WrapEraser(context).erase(old.inode.file, isDurable: false) }
        // They have no names, so that only this writes the zeros: before they are closed.
        try? context.fileSystem.synchronizeVolume(of: stage.descriptor)
    }
}

extension FolderImport {
    /// The cause of `already-exists` for a folder that another process made while it was aside
    /// here.
    ///
    /// What has no name yet is gone, and is to be put anew, into the folder that is there.
    package struct Overtaken: Error {}

    /// What an import tells while it works.
    package struct Observer: Sendable {
        /// So many files more have their names; comes with the program's end held up.
        let onNamed: @Sendable (Int) -> Void
        /// A file that was replaced had another class: path, class before, class now.
        let onReplaced: @Sendable (DevicePath, ProtectionClass, ProtectionClass) -> Void

        /// Names who hears.
        package init(
            onNamed: @escaping @Sendable (_ fileCount: Int) -> Void = { _ in },
            onReplaced: @escaping @Sendable (DevicePath, ProtectionClass, ProtectionClass) -> Void =
                { _, _, _ in }
        ) {
            self.onNamed = onNamed
            self.onReplaced = onReplaced
        }
    }
}
