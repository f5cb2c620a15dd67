import ProtectionModel
import SodiumCrypto

/// A 32-byte key sealed under another one: nonce (24), then the sealed key (48).
enum BoundWrap {
    /// The length in bytes.
    static let byteCount = 72

    /// Seals a key, bound to what stands around it.
    static func seal(
        _ secret: SecretBox,
        under key: borrowing SecureBytes,
        boundTo data: [UInt8],
        nonce: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: byteCount - nonce.count)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            secret.secret,
            into: &output,
            nonce: nonce,
            authenticating: data,
            key: key
        )
        return nonce + sealed
    }

    /// Opens a key into a group.
    ///
    /// - Throws: `CryptoError.authenticationFailure`.
    static func open(
        _ wrapped: [UInt8],
        under key: borrowing SecureBytes,
        boundTo data: [UInt8],
        group: SecretGroup,
        arena: SecureArena
    ) throws(CryptoError) -> SecretBox {
        let nonceCount = XChaCha20Poly1305.nonceByteCount
        guard wrapped.count == byteCount else { throw CryptoError(.authenticationFailure) }
        let secret = try SecureBytes(count: 32, group: group, arena: arena)
        try XChaCha20Poly1305.open(
            Array(wrapped[nonceCount...]).span.bytes,
            into: secret,
            nonce: Array(wrapped[..<nonceCount]),
            authenticating: data,
            key: key
        )
        return SecretBox(secret)
    }
}
