import KeyManagement
public import ProtectionModel
import Synchronization
import SystemIO

extension FileStore {
    /// What can be known of a file, folder, link or special file in every lock state.
    ///
    /// Links are not followed, here as everywhere in the store.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `authentication-failure` for a damaged
    ///   header.
    public func metadata(of path: DevicePath) throws(ProtectionError) -> FileMetadata {
        try operations.perform(.status, path) {
            try unreportedMetadata(of: path)
        }
    }

    /// As ``metadata(of:)``; nil when there is no such file, which costs no more than a look at the
    /// name.
    ///
    /// - Throws: as ``metadata(of:)``.
    package func metadataIfPresent(
        of path: DevicePath
    ) throws(ProtectionError) -> FileMetadata? {
        try operations.perform(.status, path) {
            let place = try tree.place(of: path)
            guard let status = try tree.status(of: place) else { return nil }
            return try metadata(of: place, status)
        }
    }

    /// Grows whenever this process makes, moves or removes a name: until then what was not there is
    /// not there, unless another process puts it there.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `device-erased` or `agent-unreachable`.
    package var nameChangeCount: UInt64 {
        get throws {
            _ = try context.volumeKeys()
            return context.nameChanges.load(ordering: .acquiring)
        }
    }

    /// As ``metadata(of:)``, of which no observer is told.
    package func unreportedMetadata(of path: DevicePath) throws -> FileMetadata {
        guard !path.isRoot else { return try metadata(of: tree.root, path) }
        let (place, status) = try tree.entry(at: path)
        return try metadata(of: place, status)
    }

    private func metadata(of place: EntryPlace, _ status: FileStatus) throws -> FileMetadata {
        guard status.kind == .file else {
            return try metadata(of: try tree.folder(at: place), place.path)
        }
        return try ProtectionError.telling(of: place.path) {
            try place.withInode(context, []) { file, status in
                try metadata(file, status.identity, place.path)
            }
        }
    }

    private func metadata(
        _ file: borrowing OwnedFile,
        _ identity: FileIdentity,
        _ path: DevicePath
    ) throws -> FileMetadata {
        let volume = try context.keys.volumeKeys()
        let slots = try file.read(SealedHeader.byteCount, at: 0)
        switch try NodeRecord(slots[...], device: context.deviceID, keys: volume) {
        case .link(let pair): return FileMetadata(path, pair.record)
        case .file(let pair):
            let ending = try ending(of: file, identity, pair.record, volume)
            return FileMetadata(
                path: path,
                protection: pair.record.protection,
                size: ending.length,
                attributes: ending.attributes
            )
        }
    }

    /// How long a file is, and since when, by what this process has written, or by its log.
    func ending(
        of file: borrowing OwnedFile,
        _ identity: FileIdentity,
        _ header: SealedHeader,
        _ volume: VolumeKeys
    ) throws -> LockedLength.Ending {
        let written = registry.find(identity)?.keyed.withState { $0.ending(with: header) }
        if let written { return written }
        // After the header: a log that grew and was anchored in between is no shorter than that.
        let size = try file.status().size
        return try LockedLength(header: header, volume: volume).read(file, size)
    }

    private func metadata(
        of folder: Folder,
        _ path: DevicePath
    ) throws -> FileMetadata {
        let record = try folder.record(path).record
        return FileMetadata(
            path: path,
            protection: record.protection,
            size: nil,
            attributes: record.attributes
        )
    }

    /// What a path leads to; nothing damaged keeps a file from being one, so that it can be listed
    /// and removed.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `authentication-failure` for what a device
    ///   never holds.
    package func kind(of path: DevicePath) throws(ProtectionError) -> FileMetadata.Kind {
        try operations.perform(.status, path) {
            try unreportedKind(of: path)
        }
    }

    /// As ``kind(of:)``, of which no observer is told.
    package func unreportedKind(of path: DevicePath) throws -> FileMetadata.Kind {
        guard !path.isRoot else { return .directory }
        let (place, status) = try tree.entry(at: path)
        return status.kind == .directory ? .directory : try kind(ofFileAt: place)
    }

    private func kind(ofFileAt place: EntryPlace) throws -> FileMetadata.Kind {
        let volume = try context.volumeKeys()
        let pair = try? place.withInode(context, []) { file, _ in
            try LinkRecord.read(
                try file.read(SealedHeader.byteCount, at: 0)[...],
                device: context.deviceID,
                keys: volume
            )
        }
        return pair?.record.attributes.kind ?? .file
    }
}

extension FileMetadata {
    /// Of a link or special file.
    fileprivate init(_ path: DevicePath, _ record: LinkRecord) {
        self.init(
            path: path,
            protection: .none,
            size: record.attributes.kind == .symbolicLink ? UInt64(record.targetByteCount) : nil,
            attributes: record.attributes
        )
    }
}

extension FileStore {
    /// The entries of a folder as they stand on the host, in no order.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `not-a-directory`.
    package func listing(of path: DevicePath) throws(ProtectionError) -> FolderListing {
        try operations.perform(.list, path) {
            let folder = try tree.folder(at: path)
            let entries = try entries(of: folder, path).compactMap { entry in
                entry.name.map { FolderListing.Entry(name: $0, onDisk: entry.onDisk) }
            }
            return FolderListing(entries: entries, folder: folder, path: path)
        }
    }

    /// What is known of an entry of a listing; nil when it is gone by now, which a mount need not
    /// tell from one that was never there.
    ///
    /// - Throws: ``ProtectionError`` with `authentication-failure` for a damaged record.
    package func metadata(
        of entry: FolderListing.Entry,
        in listing: FolderListing
    ) throws(ProtectionError) -> FileMetadata? {
        try ProtectionError.wrapping {
            let path = try child(entry.name, of: listing.path)
            let place = EntryPlace(
                folder: listing.folder,
                name: SealedName(found: entry.onDisk),
                path: path
            )
            guard let status = try tree.status(of: place) else { return nil }
            do {
                return try metadata(of: place, status)
            } catch let error as ProtectionError where error.code == .notFound {
                return nil
            }
        }
    }
}

/// The names in a folder as of one moment, for a stream of many.
package struct FolderListing: Sendable {
    /// A name and what it is on the host.
    package struct Entry: Sendable {
        package let name: String
        let onDisk: String
    }

    /// In no order.
    package let entries: [Entry]
    let folder: Folder
    let path: DevicePath
}
