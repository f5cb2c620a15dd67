import KeyManagement
import SodiumCrypto

/// Content in memory, sealed piece by piece as it was written; what was never written is zeros.
struct SealedPieces {
    /// Plaintext bytes of a chunk of a piece.
    private static let chunkByteCount = 1 << 16

    private struct Piece {
        let range: Range<Int>
        let nonce: [UInt8]
        let sealed: Ciphertext
    }

    /// Keeps a buffer in an array.
    private final class Ciphertext: Sendable {
        let buffer: WipedBuffer

        init(_ buffer: consuming WipedBuffer) {
            self.buffer = buffer
        }
    }

    /// By place; none touches another.
    private var pieces: [Piece] = []
    /// The length of the content.
    private(set) var byteCount = 0
    /// Bytes of what is sealed.
    private(set) var sealedByteCount = 0
    /// What waits at the end to be sealed together with what comes next.
    private var tail: [UInt8] = []
    /// So few bytes wait: in a journal the number and the checksum of a page, no content.
    private static let tailByteCount = 8

    /// Nothing.
    init() {}

    /// So many zeros.
    init(zeros byteCount: Int) {
        self.byteCount = byteCount
    }

    /// Puts the plaintext of a range into a caller's memory.
    ///
    /// - Throws: `CryptoError.secretWiped`.
    /// - Precondition: `range` lies within, and the target has room for it.
    mutating func read(
        _ range: Range<Int>,
        into target: LentMemory,
        _ key: TransientKey.Use
    ) throws {
        guard !range.isEmpty else { return }
        try sealTail(key)
        target.part(0..<range.count).zero()
        for piece in pieces[first(endingAfter: range.lowerBound)...] {
            guard piece.range.lowerBound < range.upperBound else { break }
            let part = piece.range.clamped(to: range)
            let start = part.lowerBound - range.lowerBound
            let place = target.part(start..<start + part.count)
            if part == piece.range {
                try place.withMutableBytes { (bytes) throws in
                    try Self.open(piece, into: &bytes, key)
                }
                continue
            }
            let whole = try Self.open(piece, key)
            let skip = part.lowerBound - piece.range.lowerBound
            whole.withBytes(skip..<skip + part.count) { place.store($0) }
        }
    }

    /// All of the plaintext.
    ///
    /// - Throws: `CryptoError.secretWiped`.
    mutating func content(_ key: TransientKey.Use) throws -> WipedBuffer {
        try sealTail(key)
        var content = WipedBuffer(count: byteCount)
        for piece in pieces {
            let plain = try Self.open(piece, key)
            plain.withBytes(0..<plain.count) { content.copy($0, to: piece.range.lowerBound) }
        }
        return content
    }

    /// Writes bytes.
    ///
    /// - Throws: `CryptoError.secretWiped`; nothing is changed then.
    mutating func write(
        _ bytes: RawSpan,
        at offset: Int,
        _ key: TransientKey.Use
    ) throws {
        guard bytes.byteCount > 0 else { return }
        guard offset == byteCount else {
            try sealTail(key)
            return try put(bytes, at: offset, key)
        }
        guard tail.count + bytes.byteCount > Self.tailByteCount else {
            tail += bytes.array
            byteCount += bytes.byteCount
            return
        }
        var whole = WipedBuffer(count: tail.count + bytes.byteCount)
        whole.copy(tail.span.bytes, to: 0)
        whole.copy(bytes, to: tail.count)
        try whole.withBytes(0..<whole.count) { try put($0, at: offset - tail.count, key) }
        tail = []
    }

    private mutating func sealTail(_ key: TransientKey.Use) throws {
        guard !tail.isEmpty else { return }
        let waiting = tail
        try put(waiting.span.bytes, at: byteCount - waiting.count, key)
        tail = []
    }

    private mutating func put(_ bytes: RawSpan, at offset: Int, _ key: TransientKey.Use) throws {
        let range = offset..<offset + bytes.byteCount
        let piece = try Self.seal(bytes, range, key)
        try replace(range, by: piece, key)
        byteCount = max(byteCount, range.upperBound)
    }

    /// Cuts the content, or lets it grow with zeros.
    ///
    /// - Throws: as ``write(_:at:_:_:)``.
    mutating func truncate(
        to length: Int,
        _ key: TransientKey.Use
    ) throws {
        try sealTail(key)
        if length < byteCount { try replace(length..<byteCount, by: nil, key) }
        byteCount = length
    }

    /// Puts a piece in the place of all that lies in its range, of whose neighbours the rest is
    /// sealed anew.
    private mutating func replace(
        _ range: Range<Int>,
        by new: Piece?,
        _ key: TransientKey.Use
    ) throws {
        let start = first(endingAfter: range.lowerBound)
        var end = start
        while end < pieces.count, pieces[end].range.lowerBound < range.upperBound { end += 1 }
        var replacement: [Piece] = []
        for piece in pieces[start..<end] {
            let left = piece.range.lowerBound..<max(piece.range.lowerBound, range.lowerBound)
            let right = min(piece.range.upperBound, range.upperBound)..<piece.range.upperBound
            for rest in [left, right] where !rest.isEmpty {
                let whole = try Self.open(piece, key)
                let skip = rest.lowerBound - piece.range.lowerBound
                let sealed = try whole.withBytes(skip..<skip + rest.count) {
                    try Self.seal($0, rest, key)
                }
                replacement.append(sealed)
            }
        }
        if let new { replacement.append(new) }
        replacement.sort { $0.range.lowerBound < $1.range.lowerBound }
        sealedByteCount +=
            replacement.reduce(0) { $0 + $1.sealed.buffer.count }
            - pieces[start..<end].reduce(0) { $0 + $1.sealed.buffer.count }
        pieces.replaceSubrange(start..<end, with: replacement)
    }

    /// The first piece that ends after a place; the last ones are asked for most.
    private func first(endingAfter place: Int) -> Int {
        guard let last = pieces.last, last.range.upperBound > place else { return pieces.count }
        var low = 0
        var high = pieces.count - 1
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].range.upperBound > place { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension SealedPieces {
    private static func seal(
        _ bytes: RawSpan,
        _ range: Range<Int>,
        _ key: TransientKey.Use
    ) throws -> Piece {
        let nonce = key.nextNonce()
        let count = XChaCha20Poly1305.sealedByteCount(
            of: range.count,
            chunkByteCount: chunkByteCount
        )
        var sealed = WipedBuffer(count: count)
        let source = bytes
        try sealed.withMutableBytes(0..<count) { (output) throws(CryptoError) in
            try XChaCha20Poly1305.sealChunks(
                source,
                of: chunkByteCount,
                into: &output,
                nonce: nonce,
                authenticating: [],
                key: key.secret.secret
            )
        }
        return Piece(range: range, nonce: nonce, sealed: Ciphertext(sealed))
    }

    private static func open(_ piece: Piece, _ key: TransientKey.Use) throws -> WipedBuffer {
        var plain = WipedBuffer(count: piece.range.count)
        try plain.withMutableBytes(0..<piece.range.count) { (bytes) throws in
            try open(piece, into: &bytes, key)
        }
        return plain
    }

    private static func open(
        _ piece: Piece,
        into plain: inout MutableRawSpan,
        _ key: TransientKey.Use
    ) throws {
        let count = piece.sealed.buffer.count
        try piece.sealed.buffer.withBytes(0..<count) { (sealed) throws(CryptoError) in
            try XChaCha20Poly1305.openChunks(
                sealed,
                of: chunkByteCount,
                first: 0,
                into: &plain,
                nonce: piece.nonce,
                authenticating: [],
                key: key.secret.secret
            )
        }
    }
}
