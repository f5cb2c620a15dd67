import CSodium

/// ChaCha20-Poly1305 (RFC 8439), for protocols that prescribe it: a nonce of 12 bytes must never come
/// twice under a key, so a counter makes it, not chance.
package enum ChaCha20Poly1305 {
    /// 32 bytes.
    package static let keyByteCount = 32
    /// 12 bytes.
    package static let nonceByteCount = 12
    /// 16 bytes.
    package static let tagByteCount = 16

    /// Seals `plaintext` into `output`: ciphertext, then tag.
    ///
    /// - Throws: `CryptoError.secretWiped`; `invalidInput` when a length is off.
    package static func seal(
        _ plaintext: RawSpan,
        into output: inout MutableRawSpan,
        nonce: [UInt8],
        authenticating data: [UInt8],
        key: borrowing SecureBytes
    ) throws(CryptoError) {
        guard output.byteCount == plaintext.byteCount + tagByteCount else {
            throw CryptoError(.invalidInput)
        }
        _ = try run(plaintext, &output, nonce, key) { source, target, key in
            crypto_aead_chacha20poly1305_ietf_encrypt(
                target.octets,
                nil,
                source.octets,
                UInt64(source.count),
                data,
                UInt64(data.count),
                nil,
                nonce,
                key
            )
        }
    }

    /// Opens what ``seal(_:into:nonce:authenticating:key:)`` made.
    ///
    /// - Throws: `CryptoError.authenticationFailure` (`output` is then zeros), `secretWiped`, or
    ///   `invalidInput` when a length is off.
    package static func open(
        _ sealed: RawSpan,
        into output: inout MutableRawSpan,
        nonce: [UInt8],
        authenticating data: [UInt8],
        key: borrowing SecureBytes
    ) throws(CryptoError) {
        guard sealed.byteCount >= tagByteCount else { throw CryptoError(.authenticationFailure) }
        guard output.byteCount == sealed.byteCount - tagByteCount else {
            throw CryptoError(.invalidInput)
        }
        let status = try run(sealed, &output, nonce, key) { source, target, key in
            crypto_aead_chacha20poly1305_ietf_decrypt(
                target.octets,
                nil,
                nil,
                source.octets,
                UInt64(source.count),
                data,
                UInt64(data.count),
                nonce,
                key
            )
        }
        guard status == 0 else { throw CryptoError(.authenticationFailure) }
    }

    private static func run(
        _ input: RawSpan,
        _ output: inout MutableRawSpan,
        _ nonce: [UInt8],
        _ key: borrowing SecureBytes,
        _ body: (
            UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer, UnsafePointer<UInt8>
        ) -> Int32
    ) throws(CryptoError) -> Int32 {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard nonce.count == nonceByteCount, key.count == keyByteCount else {
            throw CryptoError(.invalidInput)
        }
        return try key.withUnsafeBytes { (key) throws(CryptoError) -> Int32 in
            input.withUnsafeBytes { input in
                output.withUnsafeMutableBytes { body(input, $0, key.octets) }
            }
        }
    }
}
