import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
    /// Becomes the one writer of the inode, among all processes.
    ///
    /// Cuts a torn tail, and writes frames beyond the anchor again: after a crash of the process
    /// that wrote them, a sync could claim they are durable when an earlier write-back failed.
    ///
    /// - Throws: `StoreError` with `busy` after the store's patience.
    func becomeWriter() throws(StoreError) {
        try writing.withLock { (_) throws(StoreError) in
            guard !(state.withLock { $0.isWriter }) else { return }
            try StoreError.translating(place.path) {
                // Without the state, which a lock of the device may need while this waits.
                let file = inode.file.descriptor
                let isHeld = try context.patience.wait {
                    try context.fileSystem.lockByte(file, at: ByteLock.writer, .exclusive)
                }
                guard isHeld else { throw StoreError(.busy, path: place.path) }
                do {
                    try use { state, volume in
                        try takeOver(&state, volume)
                        state.isWriter = true
                    }
                } catch {
                    _ = try? context.fileSystem.lockByte(file, at: ByteLock.writer, .unlocked)
                    throw error
                }
            }
        }
    }

    private func takeOver(_ state: inout State, _ volume: VolumeKeys) throws {
        // A log on top would hide the end of the base.
        let content = SealedContent(header: state.header, keys: state.keys, index: state.index)
        if content.provesItsEnd { try content.checkEnd(state.inode.file) }
        try takeOverLog(&state, volume)
    }

    private func takeOverLog(_ state: inout State, _ volume: VolumeKeys) throws {
        // Another process may have written, cut or anchored the log between our opening and its
        // giving up the lock, so what we know of it counts for nothing.
        try refresh(&state, volume)
        let size = try state.inode.file.status().size
        if size != state.index.end || state.index.lastNumber > 0 {
            var scanner = LogScanner(state.header, volume, state.keys)
            state.index = try scanner.scan(state.inode.file)
            if size > state.index.end { try state.inode.file.truncate(to: state.index.end) }
        }
        let anchored = state.header.anchor?.end ?? state.header.logOffset
        if state.index.end > anchored {
            try Self.writeAgain(anchored..<state.index.end, state.inode.file)
        }
        state.syncedEnd = state.index.end
    }

    /// Writes sealed bytes again as they are, a piece at a time, and syncs them.
    private static func writeAgain(_ range: Range<UInt64>, _ file: borrowing OwnedFile) throws {
        let piece = 1 << 20
        for start in stride(from: range.lowerBound, to: range.upperBound, by: piece) {
            let count = Int(min(UInt64(piece), range.upperBound - start))
            let bytes = try file.read(count, at: start)
            guard bytes.count == count else { throw AuthenticatedSlot.Defect.damaged }
            try file.write(bytes, at: start)
        }
        try file.synchronize(dataOnly: true)
    }
}
