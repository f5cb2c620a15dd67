import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
    /// The last handle is gone: what was written becomes durable and the log is folded or anchored.
    ///
    /// A call that is still on its way to the file finds it closed.
    ///
    /// - Throws: `ProtectionError` with `io-error` when something written could not be made durable, now
    ///   or before.
    func finish(folding: Bool = true) throws {
        // Asked for before anything is held: who asks may have to run a lock that is due.
        let key = folding && isFoldDueAtClose ? newKey() : nil
        try writing.withLock { _ in
            defer { state.withLock { $0.isEnded = true } }
            try settleWhileWriting()
            guard state.withLock({ $0.isWriter && !$0.isEnded }) else { return }
            // Folding is housekeeping: one that fails leaves all as it was.
            if !foldAtClose(key) { anchor() }
        }
    }

    /// The device goes off: writes become durable, handles die.
    func end() {
        // A sync that is under way comes first: what it reports is the only report there is.
        let wasEnded = syncing.withLock { _ in
            state.withLock { state in
                guard !state.isEnded else { return true }
                // From here on nothing can be written that would not be durable.
                if state.isWriter, state.isDirty, !state.isPoisoned {
                    let result = Result { () throws(SystemError) in
                        try state.inode.file.synchronize(dataOnly: true)
                    }
                    // The close of the handle reports it.
                    try? note(result, &state)
                }
                state.isEnded = true
                return false
            }
        }
        guard !wasEnded else { return }
        // A fold holds the slots by the same descriptor, and would lose them to us. Without the anchor
        // the log still counts.
        writing.withLockIfAvailable { _ in anchor() }
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
        state.withLock { state in
            state.isEnded = true
            // With the power went whoever could be told.
            state.isDirty = false
        }
    }

    /// Notes in the header how far the log goes, so that cutting it shows.
    ///
    /// - Precondition: nobody writes any more.
    private func anchor() {
        let due = state.withLock { state -> (OpenInode, LogAnchor)? in
            guard state.isWriter, !state.isPoisoned, !state.isDirty,
                let anchor = state.index.anchor, anchor != state.header.anchor
            else { return nil }
            return (state.inode, anchor)
        }
        // No name, nothing to protect; two names, somebody's backup.
        guard let (inode, anchor) = due, (try? inode.file.status().links) == 1 else { return }
        let update = SlotUpdate(context: context, path: place.path)
        // Without the anchor the log still counts, as long as it is whole.
        guard let header = try? update.run(inode.file, { $0.anchor = anchor }) else { return }
        state.withLock { $0.header.anchor = header.anchor }
    }
}
