import SodiumCrypto

/// A 32-byte key sealed under another one, bound to what stands around it: nonce (24), then
/// XChaCha20-Poly1305 of the key (48).
enum BoundWrap {
    /// The length in bytes.
    static let byteCount = nonceByteCount + 32 + XChaCha20Poly1305.tagByteCount
    private static let nonceByteCount = XChaCha20Poly1305.nonceByteCount

    /// Seals a key; `data` is what it is bound to.
    ///
    /// - Throws: `CryptoError.secretWiped`.
    static func seal(
        _ secret: borrowing SecureBytes,
        under key: borrowing SecureBytes,
        boundTo data: [UInt8],
        nonce: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: byteCount - nonceByteCount)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            secret,
            into: &output,
            nonce: nonce,
            authenticating: data,
            key: key
        )
        return nonce + sealed
    }

    /// Opens a key.
    ///
    /// - Throws: `CryptoError.authenticationFailure`, `secretWiped`.
    static func open(
        _ wrapped: [UInt8],
        under key: borrowing SecureBytes,
        boundTo data: [UInt8],
        into secret: borrowing SecureBytes
    ) throws(CryptoError) {
        guard wrapped.count == byteCount else { throw CryptoError(.authenticationFailure) }
        try XChaCha20Poly1305.open(
            Array(wrapped[nonceByteCount...]).span.bytes,
            into: secret,
            nonce: Array(wrapped[..<nonceByteCount]),
            authenticating: data,
            key: key
        )
    }

    /// Opens a key into a group.
    ///
    /// - Throws: `CryptoError.authenticationFailure`, `secretWiped`, `outOfMemory`.
    static func open(
        _ wrapped: [UInt8],
        under key: borrowing SecureBytes,
        boundTo data: [UInt8],
        group: SecretGroup,
        arena: SecureArena
    ) throws(CryptoError) -> SecretBox {
        let secret = try SecureBytes(count: 32, group: group, arena: arena)
        try open(wrapped, under: key, boundTo: data, into: secret)
        return SecretBox(secret)
    }
}
