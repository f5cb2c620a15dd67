import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
    /// Unwraps the key again after an unlock.
    ///
    /// Takes class, wrap and mode from the file itself, which another process may have changed; an
    /// inode that was erased keeps the wrap this object had. Nothing is held while the key is asked
    /// for; what came is dropped when the file got another wrap or inode meanwhile.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`.
    func revive() throws {
        try ProtectionError.telling(of: place.path) {
            try refresh()
            let header = header
            let keys = try Self.contentKeys(header, context)
            state.withLock { state in
                guard state.header.fileID == header.fileID,
                    state.header.wrapped == header.wrapped, state.liveKeys == nil
                else { return }
                state.keys = keys
            }
        }
    }

    /// Takes over what another process may have changed in place: wrap, mode, anchor.
    func refresh() throws {
        let volume = try context.keys.volumeKeys()
        // Without the state: nobody need wait for the disk.
        let bytes = try inode.file.read(SealedHeader.byteCount, at: 0)
        let header: SealedHeader
        do {
            header = try SealedHeader.read(bytes[...], device: context.deviceID, keys: volume)
                .record
        } catch AuthenticatedSlot.Defect.damaged { return }
        state.withLock { state in
            // Another inode by now, or a change that was made after the reading.
            guard header.fileID == state.header.fileID,
                Int64(truncatingIfNeeded: header.generation &- state.header.generation) > 0
            else { return }
            state.header.wrapped = header.wrapped
            state.header.mode = header.mode
            state.header.generation = header.generation
            state.header.anchor = header.anchor
        }
    }

    /// Before keys go: follows a class change that another process made, so that the key is
    /// discarded, or kept, with the class the file has now.
    ///
    /// Also without a key: one that is on its way belongs to the wrap it was asked for with.
    func followClass() {
        guard !isEnded else { return }
        // A header that cannot be read now leaves the key where it is; without keys for headers the
        // device is off, and all keys are gone.
        try? refresh()
        state.withLock { Self.regroup(&$0) }
    }

    /// Moves the keys to the group of the file's class; keys that cannot be moved are dropped.
    private static func regroup(_ state: inout State) {
        let group = SecretGroup.fileKeys(state.header.protection)
        guard let keys = state.liveKeys, keys.secret.group != group else { return }
        do { state.keys = SecretBox(try keys.secret.copy(to: group)) } catch { state.keys = nil }
    }

    /// Looks, once this object is known to all who change classes, whether somebody did so while it
    /// was being opened.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable` when the class is raised and locked.
    func confirmClass() throws {
        try refresh()
        state.withLock { state in
            // The lock that took the new class's keys may be over, so a copy into it would stay.
            if state.keys?.secret.group != .fileKeys(state.header.protection) { state.keys = nil }
        }
        try use { _, _ in }
    }

    /// Takes over a header that was changed in place by this process.
    func adopt(_ header: SealedHeader) throws {
        try ProtectionError.telling(of: place.path) {
            state.withLock { state in
                // A fold has another inode by now, and asked what the old one's class was.
                guard state.header.fileID == header.fileID else { return }
                state.header = header
                Self.regroup(&state)
            }
            // The class may have been discarded since its key made the wrap; what the move brought
            // in after that goes, too.
            if !header.protection.survivesLockWhileOpen,
                try !context.keys.status().isOpenable(header.protection)
            {
                context.arena.wipe(.fileKeys(header.protection))
                context.lanes.followKeys()
            }
        }
    }
}
