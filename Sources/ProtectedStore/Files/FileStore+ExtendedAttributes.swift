import KeyManagement
package import ProtectionModel
import SystemIO

extension FileStore {
    /// How often a record is read again whose extended attributes change meanwhile.
    private static let attempts = 16

    /// The extended attributes of a file, folder, link or special file, in every lock state.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `authentication-failure`, also when the rest
    ///   is whole.
    package func extendedAttributes(
        of path: DevicePath
    ) throws(ProtectionError) -> ExtendedAttributes {
        try operations.perform(.status, path) {
            for _ in 1..<Self.attempts {
                let (attributes, folder) = try record(of: path)
                do {
                    return try AttributeBlobs(context: context)
                        .read(attributes, in: folder.descriptor)
                } catch AuthenticatedSlot.Defect.damagedAttributes {
                    // Or they have changed since their record was read.
                    guard try record(of: path).attributes.extended == attributes.extended else {
                        continue
                    }
                    throw ProtectionError(AuthenticatedSlot.Defect.damagedAttributes, path: path)
                }
            }
            throw ProtectionError(.busy, path: path)
        }
    }

    /// Sets one extended attribute, in every lock state.
    ///
    /// It is durable when this returns: a record must not name what a power loss can take.
    ///
    /// - Throws: ``ProtectionError`` as ``ExtendedAttributes/set(_:_:_:)`` and ``setMode(_:of:)``.
    package func setExtendedAttribute(
        _ name: [UInt8],
        _ value: [UInt8],
        _ rule: ExtendedAttributes.Rule = .any,
        of path: DevicePath
    ) throws(ProtectionError) {
        try changeExtendedAttributes(of: path) { try $0.set(name, value, rule) }
    }

    /// Removes one extended attribute, in every lock state, durably.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, and as ``setMode(_:of:)``.
    package func removeExtendedAttribute(
        _ name: [UInt8],
        of path: DevicePath
    ) throws(ProtectionError) {
        try changeExtendedAttributes(of: path) { try $0.remove(name) }
    }

    /// Puts others in the place of all extended attributes, in every lock state, durably; also where
    /// they are damaged.
    ///
    /// - Throws: ``ProtectionError`` as ``setMode(_:of:)``.
    package func replaceExtendedAttributes(
        of path: DevicePath,
        with new: ExtendedAttributes
    ) throws(ProtectionError) {
        try operations.perform(.setAttributes, path) {
            try change(path) { _, _ in new }
        }
    }

    private func changeExtendedAttributes(
        of path: DevicePath,
        _ body: (inout ExtendedAttributes) throws -> Void
    ) throws(ProtectionError) {
        try operations.perform(.setAttributes, path) {
            try change(path) { attributes, folder in
                var extended = try AttributeBlobs(context: context)
                    .read(attributes, in: folder.descriptor)
                try body(&extended)
                return extended
            }
        }
    }

    private typealias Change = (NodeAttributes, Folder) throws -> ExtendedAttributes

    private func change(_ path: DevicePath, _ change: Change) throws {
        guard !path.isRoot else { return try self.change(tree.root, path, change) }
        let (place, status) = try tree.entry(at: path)
        guard status.kind == .file else {
            return try self.change(try tree.folder(at: place), path, change)
        }
        for _ in 0..<ReplacedInode.attempts {
            do {
                return try Folder.withLock(on: [place.folder], path) {
                    try place.withInode(context) { file, status in
                        try self.change(file, status, place, change)
                    }
                }
            } catch let error as ProtectionError where error.cause is SlotUpdate.SharedInode {
                // Not with the folder locked: the copy takes the lock itself.
                try copyShared(place)
            }
        }
        throw ProtectionError(.busy, path: path)
    }

    private func change(
        _ file: borrowing OwnedFile,
        _ status: FileStatus,
        _ place: EntryPlace,
        _ change: Change
    ) throws {
        guard let record = AttributeBlobs(context: context).record(of: file) else {
            throw AuthenticatedSlot.Defect.damaged
        }
        guard status.links == 1 else { throw SlotUpdate.SharedInode() }
        try exchange(record.attributes, in: place.folder, change) { siv, now in
            try changeRecord(file, status, place, .full) { attributes, _ in
                attributes.extended = siv
                attributes.changed = now
            }
        }
    }

    private func change(_ folder: Folder, _ path: DevicePath, _ change: Change) throws {
        try Folder.withLock(on: [folder], path) {
            let attributes = try folder.record(path).record.attributes
            try exchange(attributes, in: folder, change) { siv, now in
                try folder.update(path) { record in
                    record.attributes.extended = siv
                    record.attributes.changed = now
                }
            }
        }
    }

    /// Writes what a change makes of the attributes, has the record name it, and removes what it
    /// named before.
    ///
    /// - Precondition: the folder is locked.
    private func exchange(
        _ attributes: NodeAttributes,
        in folder: Folder,
        _ change: Change,
        _ write: (_ siv: [UInt8]?, _ now: Timestamp) throws -> Void
    ) throws {
        let blobs = AttributeBlobs(context: context)
        let new = try blobs.seal(try change(attributes, folder), of: attributes.number)
        let old = attributes.extended
        // The same again also mends what is missing.
        if let new {
            try blobs.write(new, in: folder.descriptor, isDurable: true)
            try folder.file.synchronize()
        }
        // After a failure either may be the one that is named: a repair takes away the other.
        try write(new?.siv, context.keys.clock.wallTime())
        if let old, old != new?.siv { blobs.remove([old], from: folder.descriptor) }
    }

    private func record(of path: DevicePath) throws -> (attributes: NodeAttributes, in: Folder) {
        guard !path.isRoot else { return (try tree.root.record(path).record.attributes, tree.root) }
        let (place, status) = try tree.entry(at: path)
        guard status.kind == .file else {
            let folder = try tree.folder(at: place)
            return (try folder.record(path).record.attributes, folder)
        }
        let attributes = try ProtectionError.telling(of: path) {
            try place.withInode(context, []) { file, _ in
                let slots = try file.read(SealedHeader.byteCount, at: 0)
                let keys = try context.volumeKeys()
                return try NodeRecord(slots[...], device: context.deviceID, keys: keys).attributes
            }
        }
        return (attributes, place.folder)
    }
}
