import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Changes the content of an open file, by groups of frames at the end of its log.
struct ContentWriter {
    /// The state is held for so many bytes of a write at most.
    private static let pieceByteCount = 1 << 20

    private let file: KeyedFile

    init(_ file: KeyedFile) {
        self.file = file
    }

    /// Writes bytes, as one atomic group; the file grows when they reach beyond its end.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `no-space`, `io-error`; the
    ///   file is then as before.
    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        guard offset <= LogFrame.lengthLimit - UInt64(bytes.byteCount) else {
            throw ProtectionError(.invalidArgument, "offset \(offset) is larger than any file")
        }
        // Nothing to write, but a file that is locked or a handle that is dead still says so.
        guard bytes.byteCount > 0 else { return try file.checkAccess() }
        let source = bytes
        try changeContent { chain in
            try write(source, at: offset, &chain)
        }
    }

    /// Appends bytes at the present end, wherever that is.
    ///
    /// - Throws: as ``write(_:at:)``.
    func append(_ bytes: RawSpan) throws {
        guard bytes.byteCount > 0 else { return try file.checkAccess() }
        let source = bytes
        // Two handles appending at once keep both pieces: the offset is taken inside.
        try changeContent { chain in
            try write(source, at: chain.logicalLength, &chain)
        }
    }

    /// Appends a whole stream as one atomic group, whatever its size.
    ///
    /// The state is free between two pieces: reads go on, and a lock of the device does not wait
    /// for the source.
    ///
    /// - Throws: as ``write(_:at:)``, and what the source throws; the file is then as before.
    func append(_ source: any ContentSource) throws {
        let source = ActiveSource(source, file.context.keys)
        try changeContent { chain in
            try ProtectionError.telling(of: file.place.path) { try append(source, &chain) }
        }
    }

    /// Cuts the file, or lets it grow with zeros.
    ///
    /// - Throws: as ``write(_:at:)``.
    func setLength(_ length: UInt64) throws {
        guard length <= LogFrame.lengthLimit else {
            throw ProtectionError(
                .invalidArgument,
                "length \(length) is larger than that of any file"
            )
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
    /// A lock in the middle fails the change.
    ///
    /// - Throws: what `body` throws; the file is then as before.
    private func changeContent(_ body: (inout LogChain) throws -> Void) throws {
        try file.whileWritingWithKeys {
            guard var chain = try file.attempt({ state, _ in LogChain(state.index) }) else {
                return false
            }
            do {
                try body(&chain)
            } catch {
                file.withState { $0.cutTornTail() }
                throw error
            }
            return true
        }
    }

    /// Runs `body` with what seals frames, while the turn to write is ours.
    private func useAsWriter(_ body: (inout OpenState, LogWriter) throws -> Void) throws {
        try file.useIfPresent { state, keys in
            precondition(state.isWriter, "a handle for reading was used for writing")
            let writer = LogWriter(
                fileID: state.header.fileID,
                volume: keys.volume,
                keys: keys.content,
                random: file.context.keys.random
            )
            try body(&state, writer)
        }
    }
}

extension ContentWriter {
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
                if isGroupEnd { state.publish(chain) }
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

    private func setLength(
        _ length: UInt64,
        _ chain: inout LogChain,
        isGroupEnd: Bool
    ) throws {
        let empty: [UInt8] = []
        try append(.setLength(length), empty.span.bytes, &chain, isGroupEnd: isGroupEnd)
    }

    private func append(_ source: any ContentSource, _ chain: inout LogChain) throws {
        var current = WipedBuffer(count: LogFrame.payloadLimit)
        var following = WipedBuffer(count: LogFrame.payloadLimit)
        var count = try current.withMutableBytes(0..<current.count) { try source.read(into: &$0) }
        while count > 0 {
            // One piece ahead, to know which is the last.
            let next =
                count < current.count
                ? 0
                : try following.withMutableBytes(0..<following.count) { try source.read(into: &$0) }
            try current.withBytes(0..<count) { piece in
                let start = chain.logicalLength
                try append(
                    .data(start..<start + UInt64(piece.byteCount)),
                    piece,
                    &chain,
                    isGroupEnd: next == 0
                )
            }
            swap(&current, &following)
            count = next
        }
    }

    /// Writes one frame.
    private func append(
        _ change: LogWriter.Change,
        _ payload: RawSpan,
        _ chain: inout LogChain,
        isGroupEnd: Bool
    ) throws {
        try useAsWriter { state, writer in
            let position = chain.end
            let record = try writer.seal(change, payload, chain: &chain, isGroupEnd: isGroupEnd)
            try state.inode.file.write(record, at: position)
            if isGroupEnd { state.publish(chain) }
        }
    }
}
