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
    /// - Throws: `ProtectionError` with `busy` after the store's patience.
    func becomeWriter() throws {
        var isDone = false
        while !isDone {
            // Keys are asked for with nothing held; a lock in the middle starts anew, or refuses.
            try use { _, _ in }
            isDone = try writing.withLock { _ in
                guard !(state.withLock { $0.isWriter }) else { return true }
                return try ProtectionError.telling(of: place.path) { try claimWriting() }
            }
        }
    }

    /// - Returns: false when the keys went.
    /// - Precondition: ``writing`` is held.
    private func claimWriting() throws -> Bool {
        // Without the state, which a lock of the device may need while this waits or scans.
        let inode = inode
        let descriptor = inode.file.descriptor
        let isHeld = try context.patience.wait {
            try context.fileSystem.lockByte(descriptor, at: ByteLock.writer, .exclusive)
        }
        guard isHeld else { throw ProtectionError(.busy, path: place.path) }
        var isWriter = false
        defer {
            if !isWriter {
                _ = try? context.fileSystem.lockByte(descriptor, at: ByteLock.writer, .unlocked)
            }
        }
        // Another process may have written, cut or anchored the log between our opening and its
        // giving up the lock, so what we know of it counts for nothing.
        try refresh()
        let held = try attempt { state, keys in (keys, ContentSnapshot(state)) }
        guard let (keys, known) = held else { return false }
        let index = try takeOver(known, keys, inode.file)
        isWriter =
            try attempt { state, _ in
                state.index = index
                state.syncedEnd = index.end
                state.isWriter = true
                return true
            } ?? false
        return isWriter
    }

    /// Makes the log ours: whole, and durable.
    private func takeOver(
        _ known: ContentSnapshot,
        _ keys: HeldKeys,
        _ file: borrowing OwnedFile
    ) throws -> LogIndex {
        let header = known.header
        // A log on top would hide the end of the base.
        let content = SealedContent(header: header, keys: keys.content, index: known.index)
        if content.provesItsEnd { try content.checkEnd(file) }
        var index = known.index
        let size = try file.status().size
        if size != index.end || index.lastNumber > 0 {
            var scanner = LogScanner(header, keys.volume, keys.content)
            index = try scanner.scan(file)
            if size > index.end { try file.truncate(to: index.end) }
        }
        let anchored = header.anchor?.end ?? header.logOffset
        if index.end > anchored { try Self.writeAgain(anchored..<index.end, file) }
        return index
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
