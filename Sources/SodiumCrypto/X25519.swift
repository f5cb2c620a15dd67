import CSodium

/// Diffie-Hellman on Curve25519 (RFC 7748).
package enum X25519 {
    /// Private keys, public keys and shared secrets are 32 bytes.
    package static let byteCount = 32

    /// The public key that belongs to `privateKey`.
    ///
    /// - Throws: `CryptoError.secretWiped`; `invalidInput` unless the key has 32 bytes.
    package static func publicKey(
        of privateKey: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard privateKey.count == byteCount else { throw CryptoError(.invalidInput) }
        var result = [UInt8](repeating: 0, count: byteCount)
        try privateKey.withUnsafeBytes { (key) throws(CryptoError) in
            _ = crypto_scalarmult_base(&result, key.octets)
        }
        return result
    }

    /// A new private key.
    ///
    /// - Throws: `CryptoError.outOfMemory`, `secretWiped`.
    package static func privateKey(
        random: any RandomSource,
        group: SecretGroup,
        arena: SecureArena
    ) throws(CryptoError) -> SecureBytes {
        try SecureBytes(count: byteCount, group: group, arena: arena) { random.fill(&$0) }
    }

    /// Whether a public key agrees with private ones on a secret: false for a point of low order, and another length.
    package static func isSound(_ publicKey: [UInt8]) -> Bool {
        guard publicKey.count == byteCount else { return false }
        // Any will do: each is a multiple of the order of such points.
        let key = [UInt8](repeating: 0x55, count: byteCount)
        var agreed = [UInt8](repeating: 0, count: byteCount)
        return crypto_scalarmult(&agreed, key, publicKey) == 0
    }

    /// The shared secret, where the private key is.
    ///
    /// - Throws: as ``sharedSecret(privateKey:publicKey:into:)``, and `outOfMemory`.
    package static func sharedSecret(
        _ privateKey: borrowing SecureBytes,
        _ publicKey: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        let agreed = try SecureBytes(
            count: byteCount,
            group: privateKey.group,
            arena: privateKey.arena
        )
        try sharedSecret(privateKey: privateKey, publicKey: publicKey, into: agreed)
        return agreed
    }

    /// Computes the shared secret into `output`.
    ///
    /// - Throws: `CryptoError.secretWiped`; `invalidInput` for a wrong length or a point of low
    ///   order, whose result would be all zeros (RFC 7748, section 6.1).
    package static func sharedSecret(
        privateKey: borrowing SecureBytes,
        publicKey: [UInt8],
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        defer { StackResidue.wipe() }
        try Sodium.start()
        guard privateKey.count == byteCount, publicKey.count == byteCount,
            output.count == byteCount
        else { throw CryptoError(.invalidInput) }
        let status = try privateKey.withUnsafeBytes { (key) throws(CryptoError) in
            try output.withUnsafeMutableBytes { (output) throws(CryptoError) -> Int32 in
                crypto_scalarmult(
                    output.octets,
                    key.octets,
                    publicKey
                )
            }
        }
        guard status == 0 else { throw CryptoError(.invalidInput) }
    }
}
