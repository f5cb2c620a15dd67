import KeyManagement
import SodiumCrypto
import SystemIO

/// Reads a log from its start: the longest chain of whole groups counts, what follows is a torn
/// tail.
struct LogScanner: ~Copyable {
    private static let windowByteCount = 1 << 20

    private let header: SealedHeader
    private let volume: VolumeKeys
    private let keys: SecretBox
    private var window: [UInt8] = []
    private var windowStart: UInt64 = 0

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
        var index = LogIndex(header)
        var group: [(frame: LogFrame, tag: [UInt8])] = []
        var chain = (number: index.lastNumber, tag: index.lastTag, end: index.end)
        while let (frame, tag) = try next(file, chain.number, chain.tag, chain.end) {
            group.append((frame, tag))
            chain = (frame.number, tag, chain.end + UInt64(frame.byteCount))
            try checkAnchor(chain, isWhole: !frame.flags.contains(.more))
            guard !frame.flags.contains(.more) else { continue }
            index.append(group)
            group = []
        }
        if let anchor = header.anchor,
            index.lastNumber < anchor.number
                || index.lastNumber == anchor.number && index.logicalLength != anchor.logicalLength
        {
            throw AuthenticatedSlot.Defect.damaged
        }
        return index
    }

    private func checkAnchor(
        _ chain: (number: UInt64, tag: [UInt8], end: UInt64),
        isWhole: Bool
    ) throws {
        guard let anchor = header.anchor, anchor.number == chain.number else { return }
        guard isWhole, anchor.tag == chain.tag, anchor.end == chain.end else {
            throw AuthenticatedSlot.Defect.damaged
        }
    }

    /// The next frame of the chain; nil where the chain ends.
    private mutating func next(
        _ file: borrowing OwnedFile,
        _ number: UInt64,
        _ tag: [UInt8],
        _ position: UInt64
    ) throws -> (LogFrame, [UInt8])? {
        let head = try bytes(LogFrame.headerByteCount, at: position, file)
        guard let head, let frame = try LogFrame.decode(head, header.fileID, volume),
            frame.number == number + 1,
            let body = try bytes(
                frame.byteCount - head.count,
                at: position + UInt64(head.count),
                file
            )
        else { return nil }
        do {
            var plain = WipedBuffer(count: frame.payloadByteCount)
            try plain.withMutableBytes(0..<frame.payloadByteCount) { (plain) throws(CryptoError) in
                try XChaCha20Poly1305.open(
                    body.span.bytes,
                    into: &plain,
                    nonce: frame.nonce,
                    authenticating: head + tag,
                    key: keys.secret,
                    keyOffset: ContentKeys.logKeyOffset
                )
            }
        } catch {
            guard error.code == .authenticationFailure else { throw error }
            return nil
        }
        return (frame, Array(body.suffix(LogFrame.tagByteCount)))
    }

    /// Bytes of the file through a window that moves forward; nil past the end.
    private mutating func bytes(
        _ count: Int,
        at position: UInt64,
        _ file: borrowing OwnedFile
    ) throws(SystemError) -> [UInt8]? {
        if position < windowStart || position + UInt64(count) > windowStart + UInt64(window.count) {
            window = try file.read(Self.windowByteCount, at: position)
            windowStart = position
        }
        let start = Int(position - windowStart)
        guard window.count - start >= count else { return nil }
        return Array(window[start..<start + count])
    }
}
