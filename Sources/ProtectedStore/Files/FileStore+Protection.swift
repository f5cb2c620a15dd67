import KeyManagement
public import ProtectionModel
import SodiumCrypto
import SystemIO

extension FileStore {
    /// Changes the class of a file or folder.
    ///
    /// A folder's class can be changed in every state and concerns new children only. A file's key
    /// is wrapped anew, in place, with open handles going on; that needs the old class's key and
    /// the new class's, except that class B needs its public key alone. Adding protection to a
    /// `none` file that nobody has open, or `rekeying`, seals the content under a new key instead,
    /// since a copy of the old wrap may have been kept.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable` (the class is then
    ///   unchanged), `not-found`, `authentication-failure`; `busy` for a file that needs a new key,
    ///   or has a second name on the host, while it is open.
    public func setProtection(
        _ protection: ProtectionClass,
        of path: DevicePath,
        rekeying: Bool = false
    ) throws(ProtectionError) {
        try operations.perform(.protect, path, as: protection) {
            try change(protection, of: path, rekeying: rekeying)
        }
    }

    private func change(
        _ protection: ProtectionClass,
        of path: DevicePath,
        rekeying: Bool
    ) throws {
        guard !path.isRoot else { return try setFolder(protection, of: path) }
        for _ in 0..<ReplacedInode.attempts {
            let (place, status) = try tree.entry(at: path)
            if status.kind == .directory { return try setFolder(protection, of: path) }
            if try setFile(protection, place, rekeying: rekeying) {
                return
            }
        }
        throw ProtectionError(.busy, path: path)
    }

    /// - Returns: false when the name must be looked up again.
    private func setFile(
        _ protection: ProtectionClass,
        _ place: EntryPlace,
        rekeying: Bool
    ) throws -> Bool {
        let current = try unreportedMetadata(of: place.path).protection
        if rekeying || current == .none && protection != .none {
            do {
                return try resave(place, as: protection, alone: true)
            } catch let error as ProtectionError {
                // Anything else, such as a busy folder, is no reason to do less than was asked for.
                guard error.cause is InodeClaim.InUse else { throw error }
                guard !rekeying else {
                    throw ProtectionError(
                        .busy,
                        "'\(place.path)' is open, so it cannot get a new key now",
                        path: place.path
                    )
                }
            }
        }
        try rewrap(place, protection)
        return true
    }

    private func setFolder(
        _ protection: ProtectionClass,
        of path: DevicePath
    ) throws {
        let folder = try tree.folder(at: path)
        try Folder.withLock(on: [folder], path) {
            let now = context.keys.clock.wallTime()
            try folder.update(path) { record in
                guard record.protection != protection else { return }
                record.protection = protection
                record.attributes.changed = now
            }
        }
    }

    private func rewrap(
        _ place: EntryPlace,
        _ protection: ProtectionClass
    ) throws {
        for _ in 0..<ReplacedInode.attempts {
            let old = try header(of: place)
            guard old.protection != protection else { return }
            // With nothing held: who asks for keys may have to run a lock that is due, whose
            // observers may want this very file.
            let new = try ProtectionError.telling(of: place.path) {
                try context.keys.rewrap(
                    UnwrapRequest(old.wrapped, fileID: old.fileID),
                    to: protection
                )
            }
            guard try exchange(old, new, place) else { continue }
            guard protection != .completeUnlessOpen else { return }
            // Another process that has the file open looked at its class when the device locked. If
            // that was before the change, its key is still there, and the change never happened.
            let isOpenable = try ProtectionError.telling(of: place.path) {
                try context.keys.status().isOpenable(protection)
            }
            guard !isOpenable else { return }
            var changed = old
            changed.wrapped = new
            // A newer file keeps its own wrap.
            _ = try exchange(changed, old.wrapped, place)
            throw ProtectionError(
                .protectedDataUnavailable,
                "the device locked while the class of '\(place.path)' was changed",
                path: place.path
            )
        }
        throw ProtectionError(.busy, path: place.path)
    }

    private func header(of place: EntryPlace) throws -> SealedHeader {
        try ProtectionError.telling(of: place.path) {
            try place.withInode(context, []) { file, _ in
                try SealedHeader.read(
                    try file.read(SealedHeader.byteCount, at: 0)[...],
                    device: context.deviceID,
                    keys: try context.keys.volumeKeys()
                ).record
            }
        }
    }

    /// Puts another wrap in the place of one.
    ///
    /// - Returns: false when the file is another by now, or has another wrap.
    private func exchange(
        _ old: SealedHeader,
        _ new: WrappedKey,
        _ place: EntryPlace
    ) throws -> Bool {
        var isExchanged = false
        let now = context.keys.clock.wallTime()
        try changeHeader(place) { header in
            isExchanged = header.fileID == old.fileID && header.wrapped == old.wrapped
            guard isExchanged else { return }
            header.wrapped = new
            header.attributes.changed = now
        }
        return isExchanged
    }

    private func changeHeader(
        _ place: EntryPlace,
        _ change: (inout SealedHeader) throws -> Void
    ) throws {
        try ProtectionError.telling(of: place.path) {
            try place.withInode(context) { file, status in
                let update = SlotUpdate(context: context, path: place.path)
                do {
                    let header = try update.run(file, .full, change)
                    try registry.find(status.identity)?.keyed.adopt(header)
                } catch is SlotUpdate.SharedInode {
                    try copyShared(place)
                    // The copy belongs to nobody else, so the change can be made in it.
                    throw ReplacedInode()
                }
            }
        }
    }

    /// Puts a copy in the place of an inode that has another name on the host.
    func copyShared(_ place: EntryPlace) throws {
        do {
            _ = try resave(place, as: nil, alone: true)
        } catch let error as ProtectionError {
            guard error.cause is InodeClaim.InUse else { throw error }
            throw SlotUpdate.SharedInode()
        }
    }
}
