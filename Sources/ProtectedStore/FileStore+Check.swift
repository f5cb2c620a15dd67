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
    /// - Throws: ``StoreError`` with `not-found`; `device-off` also when it goes off meanwhile.
    public func check(
        _ path: DevicePath = .root,
        repairing: Bool = false,
        onProgress: (DevicePath) -> Void = { _ in }
    ) throws(StoreError) -> CheckReport {
        var report = CheckReport()
        try check(path, repairing, onProgress, &report)
        // What a device that went off meanwhile could not read is not damaged.
        _ = try StoreError.translating(nil) { try context.keys.volumeKeys() }
        return report
    }

    private func check(
        _ path: DevicePath,
        _ repairing: Bool,
        _ onProgress: (DevicePath) -> Void,
        _ report: inout CheckReport
    ) throws(StoreError) {
        if !path.isRoot {
            let (folder, name) = try tree.parent(of: path)
            guard let status = try tree.status(of: name, in: folder, path) else {
                throw StoreError(.notFound, path: path)
            }
            guard status.kind == .directory else {
                let place = OpenFile.Place(folder: folder, name: name, path: path)
                onProgress(path)
                FileCheck(context: context, registry: registry, repairing: repairing)
                    .run(place, &report)
                return
            }
        }
        try checkFolder(
            path,
            { () throws(StoreError) in try tree.folder(at: path) },
            repairing,
            onProgress,
            &report
        )
    }

    private func checkFolder(
        _ path: DevicePath,
        _ open: () throws(StoreError) -> Folder,
        _ repairing: Bool,
        _ onProgress: (DevicePath) -> Void,
        _ report: inout CheckReport
    ) throws(StoreError) {
        report.checked += 1
        let folder: Folder
        do throws(StoreError) {
            folder = try open()
            try checkRecord(folder, path, repairing, &report)
        } catch {
            // Without the record no name in here can be read.
            guard error.code == .authenticationFailure || error.code == .unsupportedVersion else {
                throw error
            }
            report.note(error, at: path.description)
            return
        }
        try checkLeftovers(folder, path, repairing, &report)
        let entries = try entries(of: folder, path).sorted { $0.onDisk < $1.onDisk }
        for (onDisk, name) in entries {
            guard let name else {
                report.note(
                    StoreError(
                        .authenticationFailure,
                        "the name of an entry does not belong here; what was put or moved here on "
                            + "the host, take it away on the host",
                        path: path
                    ),
                    at: "\(path): \(onDisk)"
                )
                continue
            }
            try checkEntry(try child(name, of: path), folder, repairing, onProgress, &report)
        }
    }

    private func checkEntry(
        _ path: DevicePath,
        _ folder: Folder,
        _ repairing: Bool,
        _ onProgress: (DevicePath) -> Void,
        _ report: inout CheckReport
    ) throws(StoreError) {
        let name = try folder.seal(path.name ?? "", path)
        do throws(StoreError) {
            // Gone since the listing: another process removed it.
            guard let status = try tree.status(of: name, in: folder, path) else { return }
            if status.kind == .directory {
                // From the folder it is in: anew from the root, a deep tree would need descriptors by
                // the square of its depth.
                return try checkFolder(
                    path,
                    { () throws(StoreError) in try tree.child(name, of: folder, path) },
                    repairing,
                    onProgress,
                    &report
                )
            }
        } catch {
            report.note(error, at: path.description)
            return
        }
        onProgress(path)
        FileCheck(context: context, registry: registry, repairing: repairing)
            .run(OpenFile.Place(folder: folder, name: name, path: path), &report)
    }

    private func checkRecord(
        _ folder: Folder,
        _ path: DevicePath,
        _ repairing: Bool,
        _ report: inout CheckReport
    ) throws(StoreError) {
        guard try !folder.record(path).areEqual else { return }
        let finding = StoreError(
            .authenticationFailure,
            "the two copies of the folder's record differ",
            path: path
        )
        guard repairing else { return report.note(finding, at: path.description) }
        try Folder.withLock(on: [folder], path) { try folder.update(path) { _ in } }
        report.noteRepair(finding, at: path.description)
    }

    /// Temporaries nobody holds, and side files without their long name.
    private func checkLeftovers(
        _ folder: Folder,
        _ path: DevicePath,
        _ repairing: Bool,
        _ report: inout CheckReport
    ) throws(StoreError) {
        let garbage = Garbage(context)
        guard repairing else { return try noteLeftovers(folder, path, &report) }
        var filled: [String: StoreError] = [:]
        let removed = try Folder.withLock(on: [folder], path) {
            var removed: [String] = []
            for name in try garbage.find(in: folder.descriptor) {
                do {
                    if try garbage.collect(name, in: folder.descriptor) { removed.append(name) }
                } catch let error as StoreError {
                    filled[name] = error
                }
            }
            for name in try orphanedSideFiles(folder) {
                try context.fileSystem.unlink(name, in: folder.descriptor, folder: false)
                removed.append(name)
            }
            if !removed.isEmpty { try folder.file.synchronize() }
            return removed.sorted()
        }
        for name in removed {
            report.noteRepair(
                StoreError(.inputOutput, "a leftover of a crash was removed", path: path),
                at: "\(path): \(name)"
            )
        }
        for (name, error) in filled.sorted(by: { $0.key < $1.key }) {
            report.note(error, at: "\(path): \(name)")
        }
    }

    private func noteLeftovers(
        _ folder: Folder,
        _ path: DevicePath,
        _ report: inout CheckReport
    ) throws(StoreError) {
        let sizes: [UInt64]
        do throws(StoreError) {
            sizes = try Folder.withLock(on: [folder], path) {
                let names = try Garbage(context).find(in: folder.descriptor)
                // One that is gone by now was no leftover.
                return try (names + orphanedSideFiles(folder)).compactMap {
                    try? context.fileSystem.status(of: $0, in: folder.descriptor).size
                }
            }
        } catch {
            // Somebody works in the folder, or has removed it: what is there need not be left over.
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
}
