import KeyManagement
import ProtectionModel
import SodiumCrypto
import Synchronization
import SystemIO

extension OpenFile {
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
        // Two handles appending at once keep both pieces: the offset is taken inside.
        guard bytes.byteCount > 0 else { return try use { _ in } }
        try useForWriting { state, writer in
            var chain = LogChain(state.index)
            var records: [UInt8] = []
            try Self.seal(bytes, at: state.index.logicalLength, writer, &chain, into: &records)
            try append(records, chain, &state)
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

    /// Runs `body` with what seals frames, while nobody else changes the content.
    private func useForWriting(
        _ body: (inout State, LogWriter) throws -> Void
    ) throws(StoreError) {
        try writing.withLock { (_) throws(StoreError) in try useAsWriter(body) }
    }

    /// Runs `body` with what seals frames.
    ///
    /// - Precondition: ``writing`` is held.
    func useAsWriter<Result: Sendable>(
        _ body: (inout State, LogWriter) throws -> Result
    ) throws(StoreError) -> Result {
        try use { state in
            precondition(state.isWriter, "a handle for reading was used for writing")
            let writer = LogWriter(
                fileID: state.header.fileID,
                volume: try context.keys.volumeKeys(),
                keys: state.keys,
                random: context.keys.random
            )
            return try body(&state, writer)
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
            try state.inode.file.write(records, at: state.index.end)
        } catch {
            // What was written in part would be taken for a torn tail; cutting it keeps the file
            // tidy, and its failure changes nothing.
            try? state.inode.file.truncate(to: state.index.end)
            throw error
        }
        state.index.append(chain.group)
        state.isDirty = true
    }
}
