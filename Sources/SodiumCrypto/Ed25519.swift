import CSodium

/// Signatures on the twisted Edwards curve of Curve25519 (RFC 8032, Ed25519).
package enum Ed25519 {
    /// 32 bytes.
    package static let publicKeyByteCount = Int(crypto_sign_PUBLICKEYBYTES)
    /// 64 bytes.
    package static let signatureByteCount = Int(crypto_sign_BYTES)
    /// The private key of the RFC, which libsodium calls a seed: 32 bytes.
    package static let seedByteCount = Int(crypto_sign_SEEDBYTES)

    /// A key that signs.
    package struct SigningKey: ~Copyable {
        /// Who checks needs this.
        package let publicKey: [UInt8]
        /// The seed, then the public key, as libsodium takes it.
        private let secret: SecureBytes

        /// Takes the key of a seed, in the seed's group.
        ///
        /// - Throws: `CryptoError.invalidInput` for another length; `secretWiped`, `outOfMemory`.
        package init(seed: borrowing SecureBytes) throws(CryptoError) {
            defer { StackResidue.wipe() }
            try Sodium.start()
            guard seed.count == seedByteCount else { throw CryptoError(.invalidInput) }
            let secret = try SecureBytes(
                count: Int(crypto_sign_SECRETKEYBYTES),
                group: seed.group,
                arena: seed.arena
            )
            var publicKey = [UInt8](repeating: 0, count: publicKeyByteCount)
            try seed.withUnsafeBytes { (seed) throws(CryptoError) in
                try secret.withUnsafeMutableBytes { (secret) throws(CryptoError) in
                    _ = crypto_sign_seed_keypair(&publicKey, secret.octets, seed.octets)
                }
            }
            self.publicKey = publicKey
            self.secret = secret
        }

        /// The signature of a message; the same each time.
        ///
        /// - Throws: `CryptoError.secretWiped`.
        package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
            defer { StackResidue.wipe() }
            var signature = [UInt8](repeating: 0, count: signatureByteCount)
            try secret.withUnsafeBytes { (secret) throws(CryptoError) in
                _ = crypto_sign_detached(
                    &signature,
                    nil,
                    message,
                    UInt64(message.count),
                    secret.octets
                )
            }
            return signature
        }
    }

    /// Whether the owner of a key has signed a message.
    ///
    /// False also for keys of low order, and for what has another encoding than the canonical one, so that
    /// nobody can make a second signature out of one.
    ///
    /// - Precondition: libsodium could start.
    package static func isSignature(
        _ signature: [UInt8],
        of message: [UInt8],
        by publicKey: [UInt8]
    ) -> Bool {
        precondition(Sodium.isReady, "libsodium could not start")
        return signature.count == signatureByteCount && publicKey.count == publicKeyByteCount
            && crypto_sign_verify_detached(
                signature,
                message,
                UInt64(message.count),
                publicKey
            ) == 0
    }
}
