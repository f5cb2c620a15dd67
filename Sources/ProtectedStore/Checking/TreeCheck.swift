import KeyManagement
public import ProtectionModel
import SystemIO

extension FileStore {
    /// Checks every file and folder below `path` as far as the lock state lets it.
    ///
    /// Locked files have their headers and log headers checked and are counted, never called
    /// damaged. With `repairing`, unequal slots are made equal, torn log tails cut, and what
    /// crashes left behind is collected; damaged content is never touched, nor an inode that has a
    /// second name on the host. A torn tail is a note, no damage, and so are
    /// leftovers. `onProgress` hears the path of each file before it is read.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`; `device-off` also when it goes off
    ///   meanwhile.
    public func check(
        _ path: DevicePath = .root,
        repairing: Bool = false,
        onProgress: (DevicePath) -> Void = { _ in }
    ) throws(ProtectionError) -> CheckReport {
        try ProtectionError.wrapping {
            let report = try withoutActuallyEscaping(onProgress) { onProgress in
                var check = TreeCheck(self, repairing: repairing, onProgress)
                try check.run(path)
                return check.report
            }
            // What a device that went off meanwhile could not read is not damaged.
            _ = try context.keys.volumeKeys()
            return report
        }
    }
}

/// Checks a tree of folders, one entry after the other, and repairs what it may.
private struct TreeCheck {
    private let store: FileStore
    private let context: StoreContext
    private let repairing: Bool
    private let onProgress: (DevicePath) -> Void
    private(set) var report = CheckReport()

    init(_ store: FileStore, repairing: Bool, _ onProgress: @escaping (DevicePath) -> Void) {
        self.store = store
        context = store.context
        self.repairing = repairing
        self.onProgress = onProgress
    }

    mutating func run(_ path: DevicePath) throws {
        guard !path.isRoot else {
            return try checkFolder(path) { check in check.store.tree.root }
        }
        try checkEntry(path, in: try store.tree.entry(at: path).place.folder)
    }

    private mutating func checkFolder(
        _ path: DevicePath,
        open: (inout TreeCheck) throws -> Folder
    ) throws {
        report.checked += 1
        let folder: Folder
        do {
            folder = try open(&self)
            try checkRecord(folder, path)
        } catch let error as ProtectionError {
            // Without the record no name in here can be read.
            guard error.code == .authenticationFailure || error.code == .unsupportedVersion else {
                throw error
            }
            report.note(error, at: path.description)
            return
        }
        try checkLeftovers(folder, path)
        let entries = try store.entries(of: folder, path).sorted { $0.onDisk < $1.onDisk }
        for (onDisk, name) in entries {
            guard let name else {
                report.note(
                    ProtectionError(
                        .authenticationFailure,
                        "the name of an entry does not belong here: it was put here on the host, "
                            + "remove it there; or it was moved here, move it back",
                        path: path
                    ),
                    at: "\(path): \(onDisk)"
                )
                continue
            }
            try checkEntry(try store.child(name, of: path), in: folder)
        }
    }

    private mutating func checkEntry(_ path: DevicePath, in folder: Folder) throws {
        let name = try folder.seal(path.name ?? "", path)
        let place = EntryPlace(folder: folder, name: name, path: path)
        do {
            // Gone since the listing: another process removed it.
            guard let status = try store.tree.status(of: place) else { return }
            if status.kind == .directory {
                // From the folder it is in: anew from the root, a deep tree would need descriptors
                // by the square of its depth.
                return try checkFolder(path) { try $0.folder(at: place) }
            }
        } catch let error as ProtectionError {
            // A folder that another process removed or moved meanwhile.
            guard error.code != .notFound else { return report.checked -= 1 }
            return report.note(error, at: path.description)
        }
        onProgress(path)
        FileCheck(context: context, store: store, repairing: repairing).run(place, &report)
    }

    /// Opens a folder; a repair gives one that was moved or copied on the host the place where it
    /// is.
    private mutating func folder(at place: EntryPlace) throws -> Folder {
        do {
            return try store.tree.folder(at: place)
        } catch let error as ProtectionError {
            guard repairing, case .misplaced? = error.cause as? AuthenticatedSlot.Defect else {
                throw error
            }
        }
        try adopt(try Folder(at: place, isAnywhere: true, context), at: place)
        let folder = try store.tree.folder(at: place)
        let protection = try folder.record(place.path).record.protection
        report.noteRepair(
            ProtectionError(
                .authenticationFailure,
                "the folder was moved or copied here on the host, and belongs here now; what is put "
                    + "into it gets its class, '\(protection.name)'",
                path: place.path
            ),
            at: place.path.description
        )
        return folder
    }

    private func adopt(_ found: Folder, at place: EntryPlace) throws {
        let path = place.path
        try Folder.withLock(on: [place.folder, found], path) {
            // Another repair was quicker.
            guard (try? found.record(path)) == nil else { return }
            let entries = try store.entries(of: found, path)
            // None of the names opens under it: the record alone was copied, and with it a class.
            guard entries.isEmpty || entries.contains(where: { $0.name != nil }) else {
                throw ProtectionError(
                    .authenticationFailure,
                    "the record of the folder '\(path)' is that of another folder; put its own back "
                        + "from a backup",
                    path: path
                )
            }
            try found.adopt(path, isEmpty: entries.isEmpty)
        }
    }

    private mutating func checkRecord(_ folder: Folder, _ path: DevicePath) throws {
        try checkAttributes(folder, path)
        guard try folder.record(path).agreement == .damaged else { return }
        // Another process may be in the middle of a change.
        let agreement = try Folder.withLock(on: [folder], path) {
            try folder.record(path).agreement
        }
        guard agreement == .damaged else { return }
        if repairing {
            try Folder.withLock(on: [folder], path) { try folder.update(path) { _ in } }
        }
        report.noteDamagedCopy(of: "the folder's record", at: path, isRepaired: repairing)
    }

    /// Those of a folder stand in it, so a folder that was moved on the host has them still.
    private mutating func checkAttributes(_ folder: Folder, _ path: DevicePath) throws {
        do {
            try Folder.withLock(on: [folder], path) {
                let attributes = try folder.record(path).record.attributes
                _ = try AttributeBlobs(context: context).read(attributes, in: folder.descriptor)
            }
        } catch let error as ProtectionError {
            // The folder is in use or was removed.
            guard error.code != .busy, error.code != .notFound else { return }
            guard case .damagedAttributes? = error.cause as? AuthenticatedSlot.Defect else {
                throw error
            }
            report.note(error, at: path.description)
        }
    }

    /// Temporaries that nobody holds, side files without their long name, and extended attributes
    /// that no record names.
    private mutating func checkLeftovers(_ folder: Folder, _ path: DevicePath) throws {
        guard repairing else { return try noteLeftovers(folder, path) }
        let garbage = Garbage(context)
        let items = try Folder.withLock(on: [folder], path) {
            try garbage.claimAll(in: folder.descriptor)
        }
        var removed: [String] = []
        for item in items {
            do {
                try garbage.collect([item], in: folder)
                removed.append(item.name)
            } catch {
                report.note(ProtectionError(error, path: path), at: "\(path): \(item.name)")
            }
        }
        // Afterwards: what was overwritten already no longer tells which attributes were its own.
        removed += try Folder.withLock(on: [folder], path) {
            let orphans = try orphanedSideFiles(folder) + orphanedAttributes(folder, path)
            for name in orphans {
                try context.fileSystem.unlink(name, in: folder.descriptor, folder: false)
            }
            return orphans
        }
        if !removed.isEmpty {
            try ProtectionError.telling(of: path) { try folder.file.synchronize() }
        }
        for name in removed.sorted() {
            report.noteRepair(
                ProtectionError(.inputOutput, "a leftover of a crash was removed", path: path),
                at: "\(path): \(name)"
            )
        }
    }

    private mutating func noteLeftovers(_ folder: Folder, _ path: DevicePath) throws {
        let sizes: [UInt64]
        do {
            sizes = try Folder.withLock(on: [folder], path) {
                let names = try Garbage(context).claimAll(in: folder.descriptor).map(\.name)
                // One that is gone by now was not a leftover.
                let orphans = try orphanedSideFiles(folder) + orphanedAttributes(folder, path)
                return (names + orphans).compactMap {
                    try? context.fileSystem.status(of: $0, in: folder.descriptor).size
                }
            }
        } catch let error as ProtectionError {
            // The folder is in use or was removed: what is in it need not be left over.
            guard error.code == .busy || error.code == .notFound else { throw error }
            return
        }
        guard !sizes.isEmpty else { return }
        report.notes.append(
            CheckReport.Finding(
                path: path.description,
                code: .inputOutput,
                message: "\(sizes.count) \(sizes.count == 1 ? "leftover" : "leftovers") of "
                    + "interrupted work, \(sizes.reduce(0, +)) bytes, which a repair removes"
            )
        )
    }

    private func orphanedSideFiles(_ folder: Folder) throws -> [String] {
        let names = Set(try context.fileSystem.names(in: folder.descriptor))
        return names.filter { name in
            name.hasPrefix(SealedName.sidePrefix)
                && !names.contains(
                    name.dropFirst(SealedName.sidePrefix.count) + SealedName.longSuffix
                )
        }
    }

    /// Extended attributes of nothing that is in the folder, nor of the folder itself; none as long
    /// as something in it cannot be read, since they could be of that.
    ///
    /// - Precondition: the folder is locked.
    private func orphanedAttributes(_ folder: Folder, _ path: DevicePath) throws -> [String] {
        let names = try context.fileSystem.names(in: folder.descriptor)
        var orphans = Set(names.filter { $0.hasPrefix(AttributeBlob.prefix) })
        guard !orphans.isEmpty else { return [] }
        let pair = try folder.record(path)
        for record in [pair.record, pair.other].compactMap(\.self) {
            record.attributes.extended.map { _ = orphans.remove(AttributeBlob.name(of: $0)) }
        }
        for name in names where !name.hasPrefix(".") || Temporary.isTemporary(name) {
            guard try context.fileSystem.status(of: name, in: folder.descriptor).kind == .file
            else { continue }
            let file = try OwnedFile(name, in: folder.descriptor, [], on: context.fileSystem)
            if try file.status().size == 0 { continue }
            guard let record = AttributeBlobs(context: context).record(of: file) else { return [] }
            orphans.subtract(record.extended.map(AttributeBlob.name))
        }
        return orphans.sorted()
    }
}
