import KeyManagement
import SodiumCrypto
import SystemIO

/// Reads a log from its start: the longest chain of whole groups counts, what follows is a torn
/// tail.
struct LogScanner: ~Copyable {
    /// What is read at once, at most.
    private static let pieceByteCount = 1 << 20

    private let header: SealedHeader
    private let volume: VolumeKeys
    private let keys: SecretBox
    private var window: [UInt8] = []
    private var windowStart: UInt64 = 0
    /// What is read next: most logs are short.
    private var nextByteCount = 1 << 14

    init(_ header: SealedHeader, _ volume: VolumeKeys, _ keys: SecretBox) {
        self.header = header
        self.volume = volume
        self.keys = keys
    }

    /// The state of the log.
    ///
    /// - Throws: `AuthenticatedSlot.Defect.damaged` when the log is shorter than its anchor or
    ///   differs from it; `SystemError`; `CryptoError.secretWiped`.
    mutating func scan(_ file: borrowing OwnedFile) throws -> LogIndex {
        var index = try storedIndex(file) ?? LogIndex(header)
        var chain = LogChain(index)
        var stored: [UInt8] = []
        while let item = try next(file, chain, withPayload: &stored) {
            chain.advance(item, byteCount: byteCount(of: item))
            let isWhole = !item.frame.flags.contains(.more)
            try checkAnchor(chain, isWhole: isWhole)
            guard isWhole else { continue }
            if item.frame.flags.contains(.index) {
                // What it says was read already; that it belongs here shows by the tag it names.
                guard StoredIndex.follows(stored, index) else { break }
                stored = []
            }
            index.append(chain.group)
            chain = LogChain(index)
        }
        try checkEnd(index)
        return index
    }

    /// What the last index that the header vouches for says; nil without any.
    private mutating func storedIndex(_ file: borrowing OwnedFile) throws -> LogIndex? {
        guard let anchor = header.anchor, anchor.index > 0 else { return nil }
        let head = try bytes(LogFrame.headerByteCount, at: anchor.index, file)
        var chain = LogChain(header, before: head ?? [], at: anchor.index)
        var stored: [UInt8] = []
        while let item = try next(file, chain, withPayload: &stored),
            item.frame.flags.contains(.index)
        {
            chain.advance(item, byteCount: byteCount(of: item))
            let isWhole = !item.frame.flags.contains(.more)
            try checkAnchor(chain, isWhole: isWhole)
            guard isWhole else { continue }
            guard let index = StoredIndex.decode(stored, header, chain) else { break }
            return index
        }
        throw AuthenticatedSlot.Defect.damaged
    }

    private func byteCount(of item: ChainedFrame) -> Int {
        item.frame.byteCount(chunk: header.chunkByteCount)
    }

    private func checkAnchor(_ chain: LogChain, isWhole: Bool) throws {
        guard let anchor = header.anchor, anchor.number == chain.number else { return }
        guard isWhole, anchor.tag == chain.tag, anchor.end == chain.end else {
            throw AuthenticatedSlot.Defect.damaged
        }
    }

    private func checkEnd(_ index: LogIndex) throws {
        guard let anchor = header.anchor else { return }
        let isShorter =
            index.lastNumber < anchor.number
            || index.lastNumber == anchor.number && index.logicalLength != anchor.logicalLength
        if isShorter { throw AuthenticatedSlot.Defect.damaged }
    }

    /// The next frame of the chain; nil where the chain ends.
    ///
    /// Appends what is in a frame of an index to `stored`, after clearing it where one begins.
    private mutating func next(
        _ file: borrowing OwnedFile,
        _ chain: LogChain,
        withPayload stored: inout [UInt8]
    ) throws -> ChainedFrame? {
        let head = try bytes(LogFrame.headerByteCount, at: chain.end, file)
        guard let head,
            let (frame, code) = try LogFrame.decode(
                head,
                header.fileID,
                volume,
                after: (chain.tag, chain.commitment)
            ),
            frame.number == chain.number &+ 1,
            let body = try bytes(
                frame.byteCount(chunk: header.chunkByteCount) - head.count,
                at: chain.end + UInt64(head.count),
                file
            )
        else { return nil }
        let seal = FrameSeal(nonce: frame.nonce, code: code)
        guard let plain = try open(body, frame.payloadByteCount, seal) else { return nil }
        if frame.flags.contains(.index) {
            if frame.beginsIndex { stored = [] }
            guard frame.offset == UInt64(stored.count) else { return nil }
            plain.withBytes(0..<frame.payloadByteCount) { stored += $0.array }
        }
        let tag = Array(body.suffix(LogFrame.tagByteCount))
        return ChainedFrame(frame: frame, seal: seal, tag: tag)
    }

    /// The payload of a frame; nil when it does not authenticate.
    private func open(_ body: [UInt8], _ count: Int, _ seal: FrameSeal) throws -> WipedBuffer? {
        var plain = WipedBuffer(count: count)
        do {
            try plain.withMutableBytes(0..<count) { (plain) throws(CryptoError) in
                try XChaCha20Poly1305.openChunks(
                    body.span.bytes,
                    of: header.chunkByteCount,
                    first: 0,
                    into: &plain,
                    nonce: seal.nonce,
                    authenticating: seal.code,
                    key: keys.secret,
                    keyOffset: ContentKeys.logKeyOffset
                )
            }
        } catch {
            guard error.code == .authenticationFailure else { throw error }
            return nil
        }
        return plain
    }

    /// Bytes of the file through a window that moves forward, a piece at a time; nil past the end.
    private mutating func bytes(
        _ count: Int,
        at position: UInt64,
        _ file: borrowing OwnedFile
    ) throws(SystemError) -> [UInt8]? {
        if position < windowStart || position > windowStart + UInt64(window.count) {
            window = []
            windowStart = position
        }
        var start = Int(position - windowStart)
        if window.count - start < count {
            window.removeFirst(start)
            windowStart = position
            start = 0
        }
        while window.count - start < count {
            let more = try file.read(nextByteCount, at: windowStart + UInt64(window.count))
            nextByteCount = min(2 * nextByteCount, Self.pieceByteCount)
            guard !more.isEmpty else { return nil }
            window += more
        }
        return Array(window[start..<start + count])
    }
}
