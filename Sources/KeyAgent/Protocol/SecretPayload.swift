package import KeyManagement
package import SodiumCrypto

/// The secret part of a frame, in locked memory on both sides.
///
/// Blocks of 4096 bytes, which is as long as a secret gets; a key never straddles two.
package final class SecretPayload: Sendable {
    /// How long a file key is, in bytes.
    package static let keyByteCount = 32
    private static let blockByteCount = 4_096

    /// Bytes altogether; at least 1.
    package let count: Int
    private let blocks: [SecretBox]

    /// Zeros, to be received into or stored into.
    ///
    /// - Throws: `CryptoError.outOfMemory`; `invalidInput` unless `count` is at least 1.
    package init(count: Int, arena: SecureArena) throws(CryptoError) {
        guard count > 0 else { throw CryptoError(.invalidInput) }
        self.count = count
        var blocks: [SecretBox] = []
        for start in stride(from: 0, to: count, by: Self.blockByteCount) {
            blocks.append(
                SecretBox(
                    try SecureBytes(
                        count: min(Self.blockByteCount, count - start),
                        group: .transit,
                        arena: arena
                    )
                )
            )
        }
        self.blocks = blocks
    }

    /// Copies of file keys, one after the other; nil when there are none.
    ///
    /// - Throws: `CryptoError.secretWiped` when one of them is gone, `outOfMemory`.
    package static func keys(
        _ keys: [SecretBox],
        arena: SecureArena
    ) throws(CryptoError) -> SecretPayload? {
        guard !keys.isEmpty else { return nil }
        let payload = try SecretPayload(count: keys.count * keyByteCount, arena: arena)
        for (index, key) in keys.enumerated() {
            try payload.store(key.secret, at: index * keyByteCount)
        }
        return payload
    }

    /// Copies a secret to `offset`.
    ///
    /// - Throws: `CryptoError.invalidInput` when it does not fit there; `secretWiped`.
    package func store(_ piece: borrowing SecureBytes, at offset: Int) throws(CryptoError) {
        guard (0..<count).contains(offset) else { throw CryptoError(.invalidInput) }
        let (block, start) = block(at: offset)
        try block.secret.store(piece, at: start)
    }

    /// A copy of some of the bytes, in the group they belong to.
    ///
    /// - Throws: `CryptoError.invalidInput` for bytes that are not there or straddle two blocks.
    package func piece(
        _ range: Range<Int>,
        in group: SecretGroup
    ) throws(CryptoError) -> SecureBytes {
        guard (0..<count).contains(range.lowerBound) else { throw CryptoError(.invalidInput) }
        let (block, start) = block(at: range.lowerBound)
        return try block.secret.piece(start..<start + range.count, in: group)
    }

    /// The block that holds a byte, and where in it the byte lies.
    ///
    /// - Precondition: `offset` is in 0 ..< ``count``.
    func block(at offset: Int) -> (SecretBox, Int) {
        (blocks[offset / Self.blockByteCount], offset % Self.blockByteCount)
    }
}
