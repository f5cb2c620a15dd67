import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// Changes the content of an open file, by groups of frames at the end of its log.
struct ContentWriter {
    /// The state is held for so many bytes of a write at most.
    private static let pieceByteCount = 1 << 20

    /// Zeros are looked for in steps of so many bytes.
    private static let zeroStepByteCount = 65_536

    private let file: KeyedFile
    /// What all changes belong to until ``endGroup()``; nil when each is a group of its own.
    private let group: WriteGroup?

    init(_ file: KeyedFile, in group: WriteGroup? = nil) {
        self.file = file
        self.group = group
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

    /// Ends the group that is open, if one is: from now on all of it counts, also after a crash.
    ///
    /// - Throws: as ``write(_:at:)``; the group is then still open. `handle-closed` for one that was taken back.
    func endGroup() throws {
        try file.whileWriting { try group?.checkIsOpen() }
        guard file.withState({ $0.isGroupOpen }) else { return }
        try changeContent { chain in
            try setLength(chain.logicalLength, &chain, isGroupEnd: true)
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
            try setLength(length, &chain, isGroupEnd: group == nil, isLast: true)
        }
    }

    /// Puts zeros in the place of a range, which take no room; the file grows when it reaches beyond
    /// its end.
    ///
    /// - Throws: as ``write(_:at:)``.
    func zero(_ range: Range<UInt64>) throws {
        guard range.upperBound <= LogFrame.lengthLimit else {
            throw ProtectionError(.invalidArgument, "a file cannot reach to \(range.upperBound)")
        }
        guard !range.isEmpty else { return try file.checkAccess() }
        let empty: [UInt8] = []
        try changeContent { chain in
            try append(.zeros(range), empty.span.bytes, &chain, isGroupEnd: true)
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

    /// Writes bytes again that the file has already, as one group.
    ///
    /// - Precondition: the turn to write is ours.
    func rewrite(_ bytes: RawSpan, at offset: UInt64) throws {
        let source = bytes
        try changeContentInTurn { chain in
            try write(source, at: offset, &chain)
        }
    }

    /// Puts an index of all that the log says at its end.
    ///
    /// - Precondition: the turn to write is ours, and the log has a frame.
    func appendIndex() throws {
        // Encoded without the state, which a lock of the device may need meanwhile.
        let stored = StoredIndex.encode(file.withState { $0.index })
        try changeContentInTurn { chain in
            for start in stride(from: 0, to: stored.count, by: LogFrame.payloadLimit) {
                let end = min(start + LogFrame.payloadLimit, stored.count)
                try append(
                    .index(UInt64(start)),
                    stored.span.bytes.extracting(start..<end),
                    &chain,
                    isGroupEnd: end == stored.count
                )
            }
        }
    }

    /// Runs `body`, which appends frames to the file, and lets what it appended count.
    ///
    /// A lock in the middle fails the change.
    ///
    /// - Throws: what `body` throws; the file is then as before.
    private func changeContent(_ body: (inout LogChain) throws -> Void) throws {
        try file.whileWritingWithKeys {
            try group?.checkIsOpen()
            let begun = try file.attempt { state, _ in try state.chain(for: group) }
            guard var chain = begun else { return false }
            try change(&chain, body)
            return true
        }
    }

    /// The same for a caller that has the turn to write, with keys that are there, and writes what is
    /// there already: the content is as old as before.
    private func changeContentInTurn(_ body: (inout LogChain) throws -> Void) throws {
        var chain = try file.useIfPresent { state, _ in try state.chain(for: group) }
        chain.isRewriting = true
        try change(&chain, body)
    }

    private func change(
        _ chain: inout LogChain,
        _ body: (inout LogChain) throws -> Void
    ) throws {
        do {
            try body(&chain)
        } catch {
            file.withState { $0.cutTornTail() }
            throw error
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
                chunkByteCount: state.header.chunkByteCount,
                random: file.context.keys.random,
                time: FrameTime(file.context.keys.clock.wallTime())
            )
            try body(&state, writer)
        }
    }
}

extension ContentWriter {
    /// Writes the frames that end a group, or go on with the one that is kept open.
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
            let isLast = end == bytes.byteCount
            let isGroupEnd = isLast && group == nil
            try useAsWriter { state, writer in
                let position = chain.end
                try file.context.records.use(Self.recordRoom(for: piece.byteCount)) { records in
                    try Self.seal(piece, at: start, writer, &chain, isGroupEnd, into: &records)
                    try records.withBytes { try state.inode.file.write($0, at: position) }
                }
                state.makeRoom(after: chain.end)
                if let frame = chain.group.last {
                    state.keep(piece, of: frame, at: position, writer.keys)
                }
                if isLast { state.publish(chain, keptOpenBy: group) }
            }
            done = end
        }
    }

    /// Bytes that the records of so much content take at most: a tag a chunk, and headers.
    private static func recordRoom(for byteCount: Int) -> Int {
        byteCount + byteCount / 128 + 4_096
    }

    /// Cuts bytes into frames: of data, and of zeros, which need no payload, so that files that are
    /// mostly holes stay small.
    private static func seal(
        _ bytes: RawSpan,
        at offset: UInt64,
        _ writer: LogWriter,
        _ chain: inout LogChain,
        _ isGroupEnd: Bool,
        into records: inout RecordBuffer
    ) throws(CryptoError) {
        var done = 0
        while done < bytes.byteCount {
            let (end, isZero) = run(of: bytes, from: done)
            let range = offset + UInt64(done)..<offset + UInt64(end)
            try writer.seal(
                isZero ? .zeros(range) : .data(range),
                bytes.extracting(isZero ? 0..<0 : done..<end),
                chain: &chain,
                isGroupEnd: isGroupEnd && end == bytes.byteCount,
                into: &records
            )
            done = end
        }
    }

    /// How much from `start` on is zeros, or is not, a step at a time; as data at most a frame.
    private static func run(of bytes: RawSpan, from start: Int) -> (end: Int, isZero: Bool) {
        func step(_ start: Int) -> (end: Int, isZero: Bool) {
            let end = min(start + zeroStepByteCount, bytes.byteCount)
            let piece = bytes.extracting(start..<end)
            return (end, piece.byteCount >= 4_096 && piece.isZero)
        }
        var (end, isZero) = step(start)
        while end < bytes.byteCount, isZero || end - start < LogFrame.payloadLimit {
            let next = step(end)
            guard next.isZero == isZero else { break }
            end = next.end
        }
        return (end, isZero)
    }

    private func setLength(
        _ length: UInt64,
        _ chain: inout LogChain,
        isGroupEnd: Bool,
        isLast: Bool? = nil
    ) throws {
        let empty: [UInt8] = []
        try append(
            .setLength(length),
            empty.span.bytes,
            &chain,
            isGroupEnd: isGroupEnd,
            isLast: isLast ?? isGroupEnd
        )
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

    /// Writes one frame; with the last one of a change all of it counts, whether or not it ends a
    /// group.
    private func append(
        _ change: LogWriter.Change,
        _ payload: RawSpan,
        _ chain: inout LogChain,
        isGroupEnd: Bool,
        isLast: Bool? = nil
    ) throws {
        try useAsWriter { state, writer in
            let position = chain.end
            try file.context.records.use(Self.recordRoom(for: payload.byteCount)) { record in
                try writer.seal(
                    change,
                    payload,
                    chain: &chain,
                    isGroupEnd: isGroupEnd,
                    into: &record
                )
                try record.withBytes { try state.inode.file.write($0, at: position) }
            }
            if isLast ?? isGroupEnd {
                state.publish(chain, keptOpenBy: isGroupEnd ? nil : group)
            }
        }
    }
}
