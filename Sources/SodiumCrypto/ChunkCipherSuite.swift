import CSodium

/// The ciphers a sealed base may use; the numbers stand in the file format.
package enum ChunkCipherSuite: UInt8, Sendable, CaseIterable {
    /// ChaCha20-Poly1305 (RFC 8439): fast everywhere.
    case chacha20Poly1305 = 1
    /// AES-256-GCM: only with hardware support, chosen when a device is made.
    case aes256GCM = 2

    /// Whether this processor and libsodium can run it.
    package var isAvailable: Bool {
        switch self {
        case .chacha20Poly1305: Sodium.isReady
        case .aes256GCM: Sodium.isReady && crypto_aead_aes256gcm_is_available() == 1
        }
    }
}
