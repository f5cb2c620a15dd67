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
    /// - Throws: `StoreError` with `protected-data-unavailable`.
    func revive() throws(StoreError) {
        try StoreError.translating(place.path) {
            let volume = try context.keys.volumeKeys()
            let header = try state.withLock { state in
                try refresh(&state, volume)
                return state.header
            }
            let keys = try Self.contentKeys(header, context)
            state.withLock { state in
                guard state.header.fileID == header.fileID,
                    state.header.wrapped == header.wrapped, state.keys.secret.isWiped
                else { return }
                state.keys = keys
            }
        }
    }

    /// Takes over what another process may have changed in place.
    func refresh() throws {
        let volume = try context.keys.volumeKeys()
        try state.withLock { try refresh(&$0, volume) }
    }

    /// Takes over what may change in place: wrap, mode, anchor.
    func refresh(_ state: inout State, _ volume: VolumeKeys) throws {
        let bytes = try state.inode.file.read(SealedHeader.byteCount, at: 0)
        let header: SealedHeader
        do {
            header = try SealedHeader.read(bytes[...], device: context.deviceID, keys: volume)
                .record
        } catch AuthenticatedSlot.Defect.damaged { return }
        guard header.fileID == state.header.fileID else { return }
        state.header.wrapped = header.wrapped
        state.header.mode = header.mode
        state.header.generation = header.generation
        state.header.anchor = header.anchor
    }

    /// Before keys go: follows a class change that another process made, so that the key is
    /// discarded, or kept, with the class the file has now.
    func followClass() {
        // Without keys for headers the device is off, and all keys are gone.
        guard let volume = try? context.keys.volumeKeys() else { return }
        state.withLock { state in
            guard !state.isEnded, !state.keys.secret.isWiped else { return }
            // A header that cannot be read now leaves the key where it is.
            try? refresh(&state, volume)
            try? regroup(&state)
        }
    }

    /// Moves the keys to the group of the file's class.
    private func regroup(_ state: inout State) throws(CryptoError) {
        let group = SecretGroup.fileKeys(state.header.protection)
        guard state.keys.secret.group != group else { return }
        state.keys = SecretBox(try state.keys.secret.copy(to: group))
    }

    /// Takes over a header that was changed in place by this process.
    func adopt(_ header: SealedHeader) throws(StoreError) {
        try StoreError.translating(place.path) {
            try state.withLock { state in
                // A fold has another inode by now, and asked what the old one's class was.
                guard state.header.fileID == header.fileID else { return }
                state.header = header
                if !state.keys.secret.isWiped { try regroup(&state) }
            }
            // The class may have been discarded since its key made the wrap; what the move brought
            // in after that goes, too.
            if !header.protection.survivesLockWhileOpen,
                try !context.keys.status().isOpenable(header.protection)
            {
                context.arena.wipe(.fileKeys(header.protection))
            }
        }
    }
}
