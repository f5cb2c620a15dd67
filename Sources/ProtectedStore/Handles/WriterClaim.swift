import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Makes an open file the one writer of its inode, among all processes.
struct WriterClaim {
    private let file: KeyedFile

    init(_ file: KeyedFile) {
        self.file = file
    }

    /// Takes the lock of the writer, unless it is held already.
    ///
    /// Cuts a torn tail, and writes frames beyond the anchor again: after a crash of the process
    /// that wrote them, a sync could claim they are durable when an earlier write-back failed.
    ///
    /// - Throws: `ProtectionError` with `busy` after the store's patience.
    func take() throws {
        try file.whileWritingWithKeys {
            guard !(file.withState { $0.isWriter }) else { return true }
            return try ProtectionError.telling(of: file.place.path) { try claim() }
        }
    }

    /// - Returns: false when the keys went.
    private func claim() throws -> Bool {
        // Without the state, which a lock of the device may need while this waits or scans.
        let inode = file.inode
        let descriptor = inode.file.descriptor
        let context = file.context
        let isHeld = try context.patience.wait {
            try context.fileSystem.lockByte(descriptor, at: ByteLock.writer, .exclusive)
        }
        guard isHeld else { throw ProtectionError(.busy, path: file.place.path) }
        var isWriter = false
        defer {
            if !isWriter {
                _ = try? context.fileSystem.lockByte(descriptor, at: ByteLock.writer, .unlocked)
            }
        }
        // Another process may have written, cut or anchored the log between our opening and its
        // giving up the lock, so what we know of it counts for nothing.
        try file.refresh()
        let held = try file.attempt { state, keys in (keys, state.snapshot) }
        guard let (keys, known) = held else { return false }
        let index = try Self.takeOver(known, keys, inode.file)
        isWriter =
            try file.attempt { state, _ in
                state.becomeWriter(index)
                return true
            } ?? false
        return isWriter
    }

    /// Makes the log ours: whole, and durable.
    private static func takeOver(
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
        if index.end > anchored { try writeAgain(anchored..<index.end, file) }
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
