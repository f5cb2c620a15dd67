import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
    /// The last handle is gone: what was written becomes durable and the log is folded or anchored.
    ///
    /// - Throws: `StoreError` with `io-error` when what was written could not be made durable.
    func finish() throws(StoreError) {
        try StoreError.translating(place.path) {
            try state.withLock { state in
                guard !state.isEnded, state.isWriter, !state.isPoisoned else { return }
                try synchronize(&state)
            }
        }
        // Folding is housekeeping: one that fails for space, a lock or a key leaves all as it was.
        if !foldAtClose() { anchor() }
    }

    /// The device goes off: writes become durable, handles die.
    func end() {
        state.withLock { state in
            guard !state.isEnded else { return }
            if state.isWriter, !state.isPoisoned { try? synchronize(&state) }
        }
        anchor()
        state.withLock { $0.isEnded = true }
        // A dead handle that nobody closes must not keep others from the file.
        releaseLocks()
    }

    private func releaseLocks() {
        let (inode, isWriter) = state.withLock { ($0.inode, $0.isWriter) }
        for byte in isWriter ? [ByteLock.writer, ByteLock.use] : [ByteLock.use] {
            // What cannot be unlocked goes with the descriptor.
            _ = try? context.fileSystem.lockByte(inode.file.descriptor, at: byte, .unlocked)
        }
    }

    /// Nothing is saved any more, and every use fails.
    func abandon() {
        state.withLock { $0.isEnded = true }
    }

    /// Notes in the header how far the log goes, so that cutting it shows.
    private func anchor() {
        state.withLock { state in
            guard !state.isEnded, state.isWriter, !state.isPoisoned, !state.isDirty,
                let anchor = state.index.anchor, anchor != state.header.anchor,
                // No name, nothing to protect; two names, somebody's backup.
                (try? state.inode.file.status().links) == 1
            else { return }
            let update = SlotUpdate(context: context, path: place.path)
            // Without the anchor the log still counts, as long as it is whole.
            if let header = try? update.run(state.inode.file, { $0.anchor = anchor }) {
                state.header.anchor = header.anchor
            }
        }
    }
}
