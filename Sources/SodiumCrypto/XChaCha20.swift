import CSodium

/// The bare XChaCha20 stream, for the synthetic-IV construction of sealed names only.
package enum XChaCha20 {
    /// `bytes` XOR the key stream of `nonce` (24 bytes).
    ///
    /// - Throws: `CryptoError.secretWiped`; `invalidInput` when a length is off.
    package static func apply(
        to bytes: [UInt8],
        nonce: [UInt8],
        key: borrowing SecureBytes,
        keyOffset: Int = 0
    ) throws(CryptoError) -> [UInt8] {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard nonce.count == Int(crypto_stream_xchacha20_NONCEBYTES),
            keyOffset >= 0, keyOffset <= key.count - Int(crypto_stream_xchacha20_KEYBYTES)
        else { throw CryptoError(.invalidInput) }
        var result = [UInt8](repeating: 0, count: bytes.count)
        try key.withUnsafeBytes { (key) throws(CryptoError) in
            _ = crypto_stream_xchacha20_xor(
                &result,
                bytes,
                UInt64(bytes.count),
                nonce,
                key.octets + keyOffset
            )
        }
        return result
    }
}
