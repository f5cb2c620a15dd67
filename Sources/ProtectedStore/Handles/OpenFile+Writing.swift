import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
    /// The state is held for so many bytes of a write at most.
    private static let pieceByteCount = 1 << 20

    /// Writes bytes, as one atomic group; the file grows when they reach beyond its end.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `no-space`, `io-error`; the file
    ///   is then as before.
    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        guard offset <= LogFrame.lengthLimit - UInt64(bytes.byteCount) else {
            throw ProtectionError(.invalidArgument, "offset \(offset) is beyond any file")
        }
        // Nothing to write, but a file that is locked or a handle that is dead still says so.
        guard bytes.byteCount > 0 else { return try use { _, _ in } }
        let source = bytes
        try changeContent { chain in
            try write(source, at: offset, &chain)
        }
    }

    /// Writes bytes behind the present end, wherever that is.
    ///
    /// - Throws: as ``write(_:at:)``.
    func append(_ bytes: RawSpan) throws {
        guard bytes.byteCount > 0 else { return try use { _, _ in } }
        let source = bytes
        // Two handles appending at once keep both pieces: the offset is taken inside.
        try changeContent { chain in
            try write(source, at: chain.logicalLength, &chain)
        }
    }

    /// Cuts the file, or lets it grow with zeros.
    ///
    /// - Throws: as ``write(_:at:)``.
    func setLength(_ length: UInt64) throws {
        guard length <= LogFrame.lengthLimit else {
            throw ProtectionError(.invalidArgument, "length \(length) is beyond any file")
        }
        try changeContent { chain in
            try setLength(length, &chain, isGroupEnd: true)
        }
    }

    /// Puts new content in the place of all old content, as one atomic group.
    ///
    /// - Throws: as ``write(_:at:)``.
    func replaceContent(_ bytes: RawSpan) throws {
        let source = bytes
        try changeContent { chain in
            try setLength(0, &chain, isGroupEnd: source.byteCount == 0)
            try write(source, at: 0, &chain)
        }
    }

    /// Runs `body`, which appends frames to the file, and lets what it appended count.
    ///
    /// Keys are asked for before anything is held; a lock in the middle fails the change.
    ///
    /// - Throws: what `body` throws; the file is then as before.
    func changeContent(
        _ body: (inout LogChain) throws -> Void
    ) throws {
        var isDone = false
        while !isDone {
            try use { _, _ in }
            isDone = try writing.withLock { _ in
                guard var chain = try attempt({ state, _ in LogChain(state.index) }) else {
                    return false
                }
                do {
                    try body(&chain)
                } catch {
                    cutTornTail()
                    throw error
                }
                return true
            }
        }
    }

    /// Runs `body` with what seals frames.
    ///
    /// - Precondition: ``writing`` is held.
    func useAsWriter(
        _ body: (inout State, LogWriter) throws -> Void
    ) throws {
        try useIfPresent { state, keys in
            precondition(state.isWriter, "a handle for reading was used for writing")
            let writer = LogWriter(
                fileID: state.header.fileID,
                volume: keys.volume,
                keys: keys.content,
                random: context.keys.random
            )
            try body(&state, writer)
        }
    }

    /// Lets a group count, in the same hold of the state as the write of its end: what a restart in
    /// between refuses must not be there afterwards.
    static func publish(_ chain: LogChain, _ state: inout State) {
        state.index.append(chain.group)
        state.isDirty = true
    }

    /// Removes what of a group was written before it failed.
    private func cutTornTail() {
        state.withLock { state in
            // An object that ended is no longer the writer: another may have the file by now.
            guard !state.isEnded, !state.isPoisoned else { return }
            // Its failure changes nothing: readers ignore a torn tail.
            try? state.inode.file.truncate(to: state.index.end)
        }
    }

    private func setLength(
        _ length: UInt64,
        _ chain: inout LogChain,
        isGroupEnd: Bool
    ) throws {
        try useAsWriter { state, writer in
            let position = chain.end
            let empty: [UInt8] = []
            let record = try writer.seal(
                .setLength(length),
                empty.span.bytes,
                chain: &chain,
                isGroupEnd: isGroupEnd
            )
            try state.inode.file.write(record, at: position)
            if isGroupEnd { Self.publish(chain, &state) }
        }
    }

    /// Writes the frames that end a group.
    private func write(
        _ bytes: RawSpan,
        at offset: UInt64,
        _ chain: inout LogChain
    ) throws {
        var done = 0
        while done < bytes.byteCount {
            let end = min(bytes.byteCount, done + Self.pieceByteCount)
            let piece = bytes.extracting(done..<end)
            let start = offset + UInt64(done)
            let isGroupEnd = end == bytes.byteCount
            try useAsWriter { state, writer in
                let position = chain.end
                var records: [UInt8] = []
                records.reserveCapacity(piece.byteCount + 4_096)
                try Self.seal(piece, at: start, writer, &chain, isGroupEnd, into: &records)
                try state.inode.file.write(records, at: position)
                if isGroupEnd { Self.publish(chain, &state) }
            }
            done = end
        }
    }

    /// Cuts bytes into frames.
    private static func seal(
        _ bytes: RawSpan,
        at offset: UInt64,
        _ writer: LogWriter,
        _ chain: inout LogChain,
        _ isGroupEnd: Bool,
        into records: inout [UInt8]
    ) throws(CryptoError) {
        var done = 0
        while done < bytes.byteCount {
            let end = min(bytes.byteCount, done + LogFrame.payloadLimit)
            let piece = bytes.extracting(done..<end)
            let range = offset + UInt64(done)..<offset + UInt64(end)
            // Zeros need no payload, which keeps files that are mostly holes small.
            let isZero = piece.byteCount >= 4_096 && piece.isZero
            records += try writer.seal(
                isZero ? .zeros(range) : .data(range),
                isZero ? bytes.extracting(0..<0) : piece,
                chain: &chain,
                isGroupEnd: isGroupEnd && end == bytes.byteCount
            )
            done = end
        }
    }
}
