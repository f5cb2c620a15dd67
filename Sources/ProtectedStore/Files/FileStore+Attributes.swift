import KeyManagement
public import ProtectionModel
import SystemIO

extension FileStore {
    /// Remembers permission bits, in every lock state; the host's own file stays private.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `authentication-failure`; for a file that
    ///   has a second name on the host, which is copied first, `protected-data-unavailable`, and
    ///   `busy` while it is open.
    public func setMode(_ mode: UInt32, of path: DevicePath) throws(ProtectionError) {
        try ProtectionError.wrapping { try setAttributes(AttributeChange(mode: mode), of: path) }
    }

    /// Sets the time of the last change of content, in every lock state.
    ///
    /// - Throws: as ``setMode(_:of:)``; `invalid-argument` for nanoseconds that are no part of a
    ///   second.
    public func setModified(_ time: Timestamp, of path: DevicePath) throws(ProtectionError) {
        try ProtectionError.wrapping {
            try setAttributes(AttributeChange(modified: .at(time)), of: path)
        }
    }

    /// Changes attributes, in every lock state.
    ///
    /// - Throws: as ``setModified(_:of:)``.
    package func setAttributes(
        _ change: AttributeChange,
        of path: DevicePath,
        durability: Durability = .full
    ) throws {
        try operations.perform(.setAttributes, path) {
            try change.check(path)
            let now = context.keys.clock.wallTime()
            try self.change(path, durability) { change.apply(to: &$0, now: now, lastFrame: $1) }
        }
    }

    /// Notes that content was read, if that is worth a write: when it was not read since it changed,
    /// or not for a day (`relatime` of mount(8)).
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `authentication-failure`.
    package func noteAccess(of path: DevicePath) throws {
        let now = context.keys.clock.wallTime()
        guard try unreportedMetadata(of: path).attributes.isAccessWorthNoting(now) else { return }
        try change(path, .none) { attributes, _ in attributes.accessed = now }
    }

    /// Changes the attributes in the record of whatever a path leads to; the change gets the number
    /// of the last frame of a file's log, too.
    private func change(
        _ path: DevicePath,
        _ durability: Durability,
        _ change: (inout NodeAttributes, UInt64) throws -> Void
    ) throws {
        guard !path.isRoot else { return try self.change(tree.root, path, durability, change) }
        let (place, status) = try tree.entry(at: path)
        guard status.kind == .file else {
            return try self.change(try tree.folder(at: place), path, durability, change)
        }
        try ProtectionError.telling(of: path) {
            try place.withInode(context) { file, status in
                do {
                    try changeRecord(file, status, place, durability, change)
                } catch is SlotUpdate.SharedInode {
                    try copyShared(place)
                    // The copy belongs to nobody else, so the change can be made in it.
                    throw ReplacedInode()
                }
            }
        }
    }

    private func change(
        _ folder: Folder,
        _ path: DevicePath,
        _ durability: Durability,
        _ change: (inout NodeAttributes, UInt64) throws -> Void
    ) throws {
        try Folder.withLock(on: [folder], path) {
            try folder.update(path, durability) { try change(&$0.attributes, 0) }
        }
    }

    /// Changes the attributes in the record of a file, link or special file that is open.
    ///
    /// - Throws: as ``SlotUpdate/run(_:_:_:)``.
    func changeRecord(
        _ file: borrowing OwnedFile,
        _ status: FileStatus,
        _ place: EntryPlace,
        _ durability: Durability,
        _ change: (inout NodeAttributes, UInt64) throws -> Void
    ) throws {
        let volume = try context.keys.volumeKeys()
        let slots = try file.read(SealedHeader.byteCount, at: 0)
        let update = SlotUpdate(context: context, path: place.path)
        switch try NodeRecord(slots[...], device: context.deviceID, keys: volume) {
        case .file:
            let header = try update.run(file, durability) { (header: inout SealedHeader) in
                let ending = try ending(of: file, status.identity, header, volume)
                try change(&header.attributes, ending.lastNumber)
            }
            registry.find(status.identity)?.keyed.withState { $0.follow(header) }
        case .link:
            _ = try update.run(file, durability) { (record: inout LinkRecord) in
                try change(&record.attributes, 0)
            }
        }
    }
}

extension NodeAttributes {
    /// Whether a time of access would say something new.
    func isAccessWorthNoting(_ now: Timestamp) -> Bool {
        accessed <= modified || accessed <= changed
            || now.seconds - 24 * 60 * 60 >= accessed.seconds
    }
}
