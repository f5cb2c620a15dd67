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
        try sealChunks(
            plaintext,
            of: max(1, plaintext.byteCount),
            into: &output,
            nonce: nonce,
            authenticating: data,
            key: key,
            keyOffset: keyOffset
        )
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
        try openChunks(
            sealed,
            of: max(1, sealed.byteCount - tagByteCount),
            first: 0,
            into: &output,
            nonce: nonce,
            authenticating: data,
            key: key,
            keyOffset: keyOffset
        )
    }
}
