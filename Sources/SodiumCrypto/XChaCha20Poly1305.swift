import CSodium

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha): random 24-byte nonces are safe for any number of
/// messages we will ever write under one key.
package enum XChaCha20Poly1305 {
    /// 32 bytes.
    package static let keyByteCount = 32
    /// 24 bytes.
    package static let nonceByteCount = 24
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
        key: borrowing SecureBytes,
        keyOffset: Int = 0
    ) throws(CryptoError) {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard output.byteCount == plaintext.byteCount + tagByteCount,
            nonce.count == nonceByteCount, keyOffset >= 0, keyOffset <= key.count - keyByteCount
        else { throw CryptoError(.invalidInput) }
        try key.withUnsafeBytes { (key) throws(CryptoError) in
            plaintext.withUnsafeBytes { plaintext in
                output.withUnsafeMutableBytes { output in
                    _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                        output.octets,
                        nil,
                        plaintext.octets,
                        UInt64(plaintext.count),
                        data,
                        UInt64(data.count),
                        nil,
                        nonce,
                        key.octets + keyOffset
                    )
                }
            }
        }
    }

    /// Opens what ``seal(_:into:nonce:authenticating:key:keyOffset:)`` made.
    ///
    /// - Throws: `CryptoError.authenticationFailure` (`output` is then zeros), `secretWiped`, or
    ///   `invalidInput` when a length is off.
    package static func open(
        _ sealed: RawSpan,
        into output: inout MutableRawSpan,
        nonce: [UInt8],
        authenticating data: [UInt8],
        key: borrowing SecureBytes,
        keyOffset: Int = 0
    ) throws(CryptoError) {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard sealed.byteCount >= tagByteCount else { throw CryptoError(.authenticationFailure) }
        guard output.byteCount == sealed.byteCount - tagByteCount,
            nonce.count == nonceByteCount, keyOffset >= 0, keyOffset <= key.count - keyByteCount
        else { throw CryptoError(.invalidInput) }
        let status = try key.withUnsafeBytes { (key) throws(CryptoError) -> Int32 in
            sealed.withUnsafeBytes { sealed in
                output.withUnsafeMutableBytes { output in
                    crypto_aead_xchacha20poly1305_ietf_decrypt(
                        output.octets,
                        nil,
                        nil,
                        sealed.octets,
                        UInt64(sealed.count),
                        data,
                        UInt64(data.count),
                        nonce,
                        key.octets + keyOffset
                    )
                }
            }
        }
        guard status == 0 else { throw CryptoError(.authenticationFailure) }
    }
}
