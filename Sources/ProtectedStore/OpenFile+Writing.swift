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
        try use { state in
            guard !state.isWriter else { return }
            let isHeld = try context.patience.wait {
                try context.fileSystem.lockByte(file.descriptor, at: ByteLock.writer, .exclusive)
            }
            guard isHeld else { throw StoreError(.busy, path: place.path) }
            do {
                try takeOver(&state)
            } catch {
                _ = try? context.fileSystem.lockByte(
                    file.descriptor,
                    at: ByteLock.writer,
                    .unlocked
                )
                throw error
            }
            state.isWriter = true
        }
    }

    private func takeOver(_ state: inout State) throws {
        // A log on top would hide the end of the base.
        let content = SealedContent(header: state.header, keys: state.keys, index: state.index)
        if content.provesItsEnd { try content.checkEnd(file) }
        try takeOverLog(&state)
    }

    private func takeOverLog(_ state: inout State) throws {
        // Another process may have written, cut or anchored the log between our opening and its
        // giving up the lock, so what we know of it counts for nothing.
        try refresh(&state)
        let size = try file.status().size
        if size != state.index.end || state.index.lastNumber > 0 {
            var scanner = LogScanner(state.header, try context.keys.volumeKeys(), state.keys)
            state.index = try scanner.scan(file)
            if size > state.index.end { try file.truncate(to: state.index.end) }
        }
        let anchored = state.header.anchor?.end ?? state.header.logOffset
        if state.index.end > anchored { try writeAgain(anchored..<state.index.end) }
        state.syncedEnd = state.index.end
    }

    /// Writes sealed bytes again as they are, a piece at a time, and syncs them.
    private func writeAgain(_ range: Range<UInt64>) throws {
        let piece = 1 << 20
        for start in stride(from: range.lowerBound, to: range.upperBound, by: piece) {
            let count = Int(min(UInt64(piece), range.upperBound - start))
            let bytes = try file.read(count, at: start)
            guard bytes.count == count else { throw AuthenticatedSlot.Defect.damaged }
            try file.write(bytes, at: start)
        }
        try file.synchronize(dataOnly: true)
    }

    /// Writes bytes, as one atomic group; the file grows when they reach beyond its end.
    ///
    /// - Throws: `StoreError` with `protected-data-unavailable`, `no-space`, `io-error`; the file
    ///   is then as before.
    func write(_ bytes: RawSpan, at offset: UInt64) throws(StoreError) {
        let source = bytes
        guard offset <= LogFrame.lengthLimit - UInt64(bytes.byteCount) else {
            throw StoreError(.invalidArgument, "offset \(offset) is beyond any file")
        }
        // Nothing to write, but a file that is locked or a handle that is dead still says so.
        guard bytes.byteCount > 0 else { return try use { _ in } }
        try useForWriting { state, writer in
            var chain = LogChain(state.index)
            var records: [UInt8] = []
            records.reserveCapacity(source.byteCount + 4_096)
            try Self.seal(source, at: offset, writer, &chain, into: &records)
            try append(records, chain, &state)
        }
    }

    /// Writes bytes behind the present end, wherever that is.
    ///
    /// - Throws: as ``write(_:at:)``.
    func append(_ bytes: RawSpan) throws(StoreError) {
        // Only this object changes the length while it holds the writer's lock, and the caller's
        // handle serialises its own calls; two handles appending at once keep both pieces because
        // the offset is taken inside.
        guard bytes.byteCount > 0 else { return try use { _ in } }
        try useForWriting { state, writer in
            var chain = LogChain(state.index)
            var records: [UInt8] = []
            try Self.seal(bytes, at: state.index.logicalLength, writer, &chain, into: &records)
            try append(records, chain, &state)
        }
    }

    /// Appends a whole stream as one atomic group, whatever its size.
    ///
    /// - Throws: as ``write(_:at:)``, and what the source throws.
    func append(_ source: any ContentSource) throws(StoreError) {
        try useForWriting { state, writer in
            var chain = LogChain(state.index)
            do {
                try append(source, writer, &chain)
            } catch {
                try? file.truncate(to: state.index.end)
                throw error
            }
            guard !chain.group.isEmpty else { return }
            state.index.append(chain.group)
            state.isDirty = true
        }
    }

    private func append(
        _ source: any ContentSource,
        _ writer: LogWriter,
        _ chain: inout LogChain
    ) throws {
        var current = WipedBuffer(count: LogFrame.payloadLimit)
        var following = WipedBuffer(count: LogFrame.payloadLimit)
        var count = try current.withMutableBytes(0..<current.count) { try source.read(into: &$0) }
        while count > 0 {
            // One piece ahead, to know which is the last.
            let next =
                count < current.count
                ? 0
                : try following.withMutableBytes(0..<following.count) { try source.read(into: &$0) }
            let position = chain.end
            let start = chain.logicalLength
            let record = try current.withBytes(0..<count) { piece in
                try writer.seal(
                    .data(start..<start + UInt64(count)),
                    piece,
                    chain: &chain,
                    isGroupEnd: next == 0
                )
            }
            try file.write(record, at: position)
            swap(&current, &following)
            count = next
        }
    }

    /// Cuts the file, or lets it grow with zeros.
    ///
    /// - Throws: as ``write(_:at:)``.
    func setLength(_ length: UInt64) throws(StoreError) {
        guard length <= LogFrame.lengthLimit else {
            throw StoreError(.invalidArgument, "length \(length) is beyond any file")
        }
        try useForWriting { state, writer in
            var chain = LogChain(state.index)
            let empty: [UInt8] = []
            let record = try writer.seal(
                .setLength(length),
                empty.span.bytes,
                chain: &chain,
                isGroupEnd: true
            )
            try append(record, chain, &state)
        }
    }

    /// Puts new content in the place of all old content, as one atomic group.
    ///
    /// - Throws: as ``write(_:at:)``.
    func replaceContent(_ bytes: RawSpan) throws(StoreError) {
        try useForWriting { state, writer in
            var chain = LogChain(state.index)
            let empty: [UInt8] = []
            var records = try writer.seal(
                .setLength(0),
                empty.span.bytes,
                chain: &chain,
                isGroupEnd: bytes.byteCount == 0
            )
            try Self.seal(bytes, at: 0, writer, &chain, into: &records)
            try append(records, chain, &state)
        }
    }

    /// Makes everything written so far durable.
    ///
    /// - Throws: `StoreError` with `io-error`; the file is then cut back to what was durable, and
    ///   the handle refuses everything from there on.
    func synchronize() throws(StoreError) {
        try StoreError.translating(place.path) {
            try state.withLock { state in
                // No key is needed: what was written is sealed already (conformance row 21).
                guard !state.isEnded else { throw StoreError(.handleClosed, path: place.path) }
                try synchronize(&state)
            }
        }
    }

    func synchronize(_ state: inout State) throws {
        guard !state.isPoisoned else { throw StoreError(.inputOutput, path: place.path) }
        guard state.isDirty else { return }
        do throws(SystemError) {
            try file.synchronize(dataOnly: true)
        } catch {
            // The kernel may have dropped the pages and marked them clean, so a second sync would
            // prove nothing.
            state.isPoisoned = true
            try? file.truncate(to: state.syncedEnd)
            throw error
        }
        state.isDirty = false
        state.syncedEnd = state.index.end
    }

    private func useForWriting(
        _ body: (inout State, LogWriter) throws -> Void
    ) throws(StoreError) {
        try use { state in
            precondition(state.isWriter, "a handle for reading was used for writing")
            let writer = LogWriter(
                fileID: state.header.fileID,
                volume: try context.keys.volumeKeys(),
                keys: state.keys,
                random: context.keys.random
            )
            try body(&state, writer)
        }
    }

    /// Cuts bytes into frames that end the group.
    private static func seal(
        _ bytes: RawSpan,
        at offset: UInt64,
        _ writer: LogWriter,
        _ chain: inout LogChain,
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
                isGroupEnd: end == bytes.byteCount
            )
            done = end
        }
    }

    private func append(
        _ records: [UInt8],
        _ chain: LogChain,
        _ state: inout State
    ) throws {
        do throws(SystemError) {
            try file.write(records, at: state.index.end)
        } catch {
            // What was written in part would be taken for a torn tail; cutting it keeps the file
            // tidy, and its failure changes nothing.
            try? file.truncate(to: state.index.end)
            throw error
        }
        state.index.append(chain.group)
        state.isDirty = true
    }
}
