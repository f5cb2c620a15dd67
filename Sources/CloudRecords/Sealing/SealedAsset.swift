import ProtectionModel
import SodiumCrypto

/// The bytes of an asset in a private or shared database: chunks of 64 KiB, each with its tag, and
/// a last one that is shorter and may be empty, so that no truncation goes unnoticed.
///
///     key, nonce = HKDF-SHA-512-Expand(asset key, "protection-toolkit asset 1"), 32 and 12 bytes
///     chunk      = ChaCha20-Poly1305 under nonce XOR index, as in the files of ``ChunkCipher``
///
/// Each asset has a key of its own, drawn when it is sent. What it belongs to is said by the wrap
/// of that key, in ``WrappedKey``, so that another record can have the same bytes.
enum SealedAsset {
    static let chunkByteCount = 1 << 16
    static let chunksPerPiece = 8
    static let keyByteCount = 32

    /// Bytes that are kept of an asset.
    static func sealedByteCount(of byteCount: Int64) -> Int64 {
        byteCount + (byteCount / Int64(chunkByteCount) + 1) * Int64(ChunkCipher.tagByteCount)
    }

    private static func cipher() throws(CryptoError) -> ChunkCipher {
        try ChunkCipher(
            suite: .chacha20Poly1305,
            chunkByteCount: chunkByteCount,
            keyOffset: 0,
            nonceOffset: 32
        )
    }

    private static func material(
        of key: borrowing SecureBytes
    ) throws(CryptoError) -> SecureBytes {
        let keys = try SecureBytes(
            count: 32 + ChunkCipher.nonceByteCount,
            group: key.group,
            arena: key.arena
        )
        try HKDFSHA512.expand(key, info: Array("protection-toolkit asset 1".utf8), into: keys)
        return keys
    }

    /// Seals pieces of a source, one after the other.
    final class Sealing {
        private let cipher: ChunkCipher
        private let keys: SecureBytes
        private var chunk: UInt64 = 0
        private var buffer = WipedBuffer(count: chunksPerPiece * chunkByteCount)

        init(_ key: borrowing SecureBytes) throws(CryptoError) {
            let keys = try material(of: key)
            cipher = try SealedAsset.cipher()
            self.keys = keys
        }

        /// Seals the next piece, which `fill` writes.
        func seal(
            byteCount: Int,
            isLast: Bool,
            _ fill: (inout MutableRawSpan) throws -> Void
        ) throws -> [UInt8] {
            try buffer.withMutableBytes(0..<byteCount) { try fill(&$0) }
            let chunks = byteCount / chunkByteCount + (isLast ? 1 : 0)
            var sealed = [UInt8](
                repeating: 0,
                count: byteCount + chunks * ChunkCipher.tagByteCount
            )
            try buffer.withBytes(0..<byteCount) { piece in
                var span = sealed.mutableSpan
                var output = span.mutableBytes
                try cipher.seal(
                    piece,
                    firstIndex: chunk,
                    isLast: isLast,
                    into: &output,
                    keys: keys
                )
            }
            chunk += UInt64(chunks)
            return sealed
        }
    }

    /// Opens what comes in pieces of any length.
    final class Opening {
        private let cipher: ChunkCipher
        private let keys: SecureBytes
        private var chunk: UInt64 = 0
        private var waiting: [UInt8] = []
        private var buffer = WipedBuffer(count: (chunksPerPiece + 1) * chunkByteCount)

        init(_ key: borrowing SecureBytes) throws(CryptoError) {
            let keys = try material(of: key)
            cipher = try SealedAsset.cipher()
            self.keys = keys
        }

        /// Takes the next piece, and shows what is open by now.
        func take(_ piece: [UInt8], _ body: (RawSpan) throws -> Void) throws {
            let step = chunkByteCount + ChunkCipher.tagByteCount
            waiting += piece
            while waiting.count >= step {
                let chunks = min(waiting.count / step, chunksPerPiece)
                try open(chunks * step, isLast: false, body)
            }
        }

        /// Opens the last chunk, without which the asset was cut off.
        func finish(_ body: (RawSpan) throws -> Void) throws {
            try open(waiting.count, isLast: true, body)
        }

        private func open(
            _ byteCount: Int,
            isLast: Bool,
            _ body: (RawSpan) throws -> Void
        ) throws {
            let step = chunkByteCount + ChunkCipher.tagByteCount
            let chunks = byteCount / step + (isLast ? 1 : 0)
            let opened = byteCount - chunks * ChunkCipher.tagByteCount
            guard opened >= 0 else { throw CryptoError(.authenticationFailure) }
            let sealed = Array(waiting[..<byteCount])
            try buffer.withMutableBytes(0..<opened) { (output) throws(CryptoError) in
                try cipher.open(
                    sealed.span.bytes,
                    firstIndex: chunk,
                    isLast: isLast,
                    into: &output,
                    keys: keys
                )
            }
            waiting.removeFirst(byteCount)
            chunk += UInt64(chunks)
            try buffer.withBytes(0..<opened) { try body($0) }
        }
    }
}
