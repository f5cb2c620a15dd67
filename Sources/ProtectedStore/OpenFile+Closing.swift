import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
    /// Below this size a log is folded at every last close.
    private static let smallFileByteCount: UInt64 = 1 << 20
    /// Above this many frames a log is folded, whatever its size.
    private static let frameLimit = 65_536

    /// The last handle is gone: what was written becomes durable and the log is folded or anchored.
    ///
    /// - Throws: `StoreError` with `io-error` when what was written could not be made durable.
    func finish() throws(StoreError) {
        // The object may live on for as long as somebody keeps a closed handle.
        defer { releaseLocks() }
        try StoreError.translating(place.path) {
            try state.withLock { state in
                guard !state.isEnded, state.isWriter, !state.isPoisoned else { return }
                try synchronize(&state)
            }
        }
        // Folding is housekeeping: one that fails for space, a lock or a key leaves all as it was.
        if !foldIfWorthwhile() { anchor() }
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
        for byte in [ByteLock.writer, ByteLock.use] {
            // What cannot be unlocked goes with the descriptor.
            _ = try? context.fileSystem.lockByte(file.descriptor, at: byte, .unlocked)
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
                (try? file.status().links) == 1
            else { return }
            let update = SlotUpdate(context: context, path: place.path)
            // Without the anchor the log still counts, as long as it is whole.
            if let header = try? update.run(file, { $0.anchor = anchor }) {
                state.header.anchor = header.anchor
            }
        }
    }

    /// Turns base and log into a new base, when the log has grown enough.
    ///
    /// - Returns: whether the name now leads to a file without a log.
    private func foldIfWorthwhile() -> Bool {
        // Until the fold is in place nobody may change the class of the inode it replaces.
        let update = SlotUpdate(context: context, path: place.path)
        let isFolded = try? update.whileLocked(file.descriptor) {
            followClass()
            return foldSnapshot()
        }
        return isFolded ?? false
    }

    private func foldSnapshot() -> Bool {
        let snapshot = state.withLock { state -> (ContentSnapshot, UInt32)? in
            guard !state.isEnded, state.isWriter, !state.isPoisoned, !state.keys.secret.isWiped,
                state.index.lastNumber > 0, Self.isWorthwhile(state)
            else { return nil }
            return (
                ContentSnapshot(header: state.header, index: state.index),
                state.header.mode
            )
        }
        guard let (content, mode) = snapshot else { return false }
        return (try? fold(content, mode)) != nil
    }

    private static func isWorthwhile(_ state: borrowing State) -> Bool {
        let log = state.index.end - state.header.logOffset
        return state.index.logicalLength < smallFileByteCount
            || log > max(smallFileByteCount, state.header.baseLength / 4)
            || state.index.entries.count > frameLimit
    }

    private func fold(_ content: ContentSnapshot, _ mode: UInt32) throws {
        let status = try file.status()
        guard status.links == 1 else { throw StoreError(.busy, path: place.path) }
        let maker = InodeMaker(context: context)
        let inode = try maker.make(
            FoldSource(content, self),
            protection: content.header.protection,
            mode: mode,
            in: place.folder,
            .full,
            place.path
        )
        // A time that cannot be kept is no reason to keep the log.
        try? inode.file.fileSystem.setModified(
            inode.file.descriptor,
            seconds: status.modifiedSeconds,
            nanoseconds: status.modifiedNanoseconds
        )
        try maker.commit(
            inode,
            as: place.name,
            in: place.folder,
            if: .still(identity),
            .full,
            place.path
        )
    }
}
