/// Hybrid public key encryption (RFC 9180) in one suite: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and
/// ChaCha20-Poly1305.
///
/// CryptoKit and swift-crypto call it `Curve25519_SHA256_ChachaPoly`.
package enum HPKE {
    /// Public keys and encapsulated keys are 32 bytes.
    package static let publicKeyByteCount = X25519.byteCount
    /// Private keys are 32 bytes.
    package static let privateKeyByteCount = X25519.byteCount
    /// A sealed message is 16 bytes longer.
    package static let tagByteCount = ChaCha20Poly1305.tagByteCount

    /// A secret that both sides have besides their keys (section 5.1.2).
    package struct PresharedKey: ~Copyable {
        let secret: SecureBytes
        let id: [UInt8]

        /// - Throws: `CryptoError.invalidInput` for an empty name, or a secret of less than 32 bytes.
        package init(_ secret: consuming SecureBytes, id: [UInt8]) throws(CryptoError) {
            guard !id.isEmpty, secret.count >= 32 else { throw CryptoError(.invalidInput) }
            self.secret = secret
            self.id = id
        }
    }

    /// The private key that belongs to a secret of at least 32 bytes (section 7.1.3).
    ///
    /// - Throws: `CryptoError.secretWiped`, `outOfMemory`; `invalidInput` for a shorter one.
    package static func privateKey(
        from material: borrowing SecureBytes
    ) throws(CryptoError) -> SecureBytes {
        guard material.count >= privateKeyByteCount else { throw CryptoError(.invalidInput) }
        let secret = try Labels.kem.extract("dkp_prk", material)
        return try Labels.kem.expand(secret, "sk", [], privateKeyByteCount)
    }

    /// The side that seals.
    package struct Sender: ~Copyable {
        /// What the recipient needs besides its key; public.
        package let encapsulatedKey: [UInt8]
        private var keys: MessageKeys

        /// Begins messages to the owner of a public key, which do not tell who sent them (mode base); with
        /// `presharedKey` only who has it opens them (mode psk).
        ///
        /// - Throws: `CryptoError.invalidInput` for a public key of low order or another length;
        ///   `secretWiped`, `outOfMemory`.
        package init(
            to publicKey: [UInt8],
            info: [UInt8],
            presharedKey: borrowing PresharedKey? = nil,
            random: any RandomSource,
            group: SecretGroup,
            arena: SecureArena
        ) throws(CryptoError) {
            let ephemeral = try X25519.privateKey(random: random, group: group, arena: arena)
            let encapsulated = try X25519.publicKey(of: ephemeral)
            let agreed = try X25519.sharedSecret(ephemeral, publicKey)
            let shared = try sharedSecret(agreed, encapsulated + publicKey)
            let keys = try MessageKeys(shared, info, presharedKey, isAuthenticated: false)
            encapsulatedKey = encapsulated
            self.keys = keys
        }

        /// Begins messages that also prove who sent them (modes auth and auth_psk): the owner of
        /// `privateKey`, whose group and arena the keys are in.
        ///
        /// - Throws: as the other initializer.
        package init(
            to publicKey: [UInt8],
            info: [UInt8],
            from privateKey: borrowing SecureBytes,
            presharedKey: borrowing PresharedKey? = nil,
            random: any RandomSource
        ) throws(CryptoError) {
            let ephemeral = try X25519.privateKey(
                random: random,
                group: privateKey.group,
                arena: privateKey.arena
            )
            let encapsulated = try X25519.publicKey(of: ephemeral)
            let agreed = try agree(ephemeral, publicKey, and: privateKey, publicKey)
            let sender = try X25519.publicKey(of: privateKey)
            let shared = try sharedSecret(agreed, encapsulated + publicKey + sender)
            let keys = try MessageKeys(shared, info, presharedKey, isAuthenticated: true)
            encapsulatedKey = encapsulated
            self.keys = keys
        }

        /// Seals the next message into `output`: ciphertext, then tag.
        ///
        /// - Throws: `CryptoError.invalidInput` when the length is off; `secretWiped`.
        package mutating func seal(
            _ plaintext: RawSpan,
            authenticating data: [UInt8],
            into output: inout MutableRawSpan
        ) throws(CryptoError) {
            try keys.seal(plaintext, authenticating: data, into: &output)
        }

        /// Derives a secret that both sides have (section 5.3).
        ///
        /// - Throws: `CryptoError.secretWiped`.
        package func export(
            _ context: [UInt8],
            into output: borrowing SecureBytes
        ) throws(CryptoError) {
            try keys.export(context, into: output)
        }
    }

    /// The side that opens.
    package struct Recipient: ~Copyable {
        private var keys: MessageKeys

        /// Takes up what a sender has begun; with `sender` messages of anybody else do not open.
        ///
        /// - Throws: `CryptoError.invalidInput` for a key of low order or another length; `secretWiped`,
        ///   `outOfMemory`.
        package init(
            _ encapsulatedKey: [UInt8],
            privateKey: borrowing SecureBytes,
            info: [UInt8],
            from sender: [UInt8]? = nil,
            presharedKey: borrowing PresharedKey? = nil
        ) throws(CryptoError) {
            var context = try encapsulatedKey + X25519.publicKey(of: privateKey)
            let agreed: SecureBytes
            if let sender {
                agreed = try agree(privateKey, encapsulatedKey, and: privateKey, sender)
                context += sender
            } else {
                agreed = try X25519.sharedSecret(privateKey, encapsulatedKey)
            }
            let shared = try sharedSecret(agreed, context)
            keys = try MessageKeys(shared, info, presharedKey, isAuthenticated: sender != nil)
        }

        /// Opens the next message; one that fails does not count.
        ///
        /// - Throws: `CryptoError.authenticationFailure` (`output` is then zeros), `secretWiped`,
        ///   `invalidInput` when a length is off.
        package mutating func open(
            _ sealed: RawSpan,
            authenticating data: [UInt8],
            into output: inout MutableRawSpan
        ) throws(CryptoError) {
            try keys.open(sealed, authenticating: data, into: &output)
        }

        /// Derives a secret that both sides have (section 5.3).
        ///
        /// - Throws: `CryptoError.secretWiped`.
        package func export(
            _ context: [UInt8],
            into output: borrowing SecureBytes
        ) throws(CryptoError) {
            try keys.export(context, into: output)
        }
    }
}

/// Section 4.1: the key encapsulation, and section 5.1: the key schedule.
extension HPKE {
    /// What two pairs of keys agree on, one behind the other.
    private static func agree(
        _ privateKey: borrowing SecureBytes,
        _ publicKey: [UInt8],
        and otherPrivateKey: borrowing SecureBytes,
        _ otherPublicKey: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        let first = try X25519.sharedSecret(privateKey, publicKey)
        let second = try X25519.sharedSecret(otherPrivateKey, otherPublicKey)
        let both = try SecureBytes(
            count: 2 * X25519.byteCount,
            group: privateKey.group,
            arena: privateKey.arena
        )
        try both.store(first, at: 0)
        try both.store(second, at: X25519.byteCount)
        return both
    }

    private static func sharedSecret(
        _ agreed: borrowing SecureBytes,
        _ context: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        let key = try Labels.kem.extract("eae_prk", agreed)
        return try Labels.kem.expand(key, "shared_secret", context, HKDFSHA256.hashByteCount)
    }

    /// The keys of one direction, and how many messages it has had.
    fileprivate struct MessageKeys: ~Copyable {
        private let key: SecureBytes
        private let exporter: SecureBytes
        private let baseNonce: [UInt8]
        private var count: UInt64 = 0

        init(
            _ shared: borrowing SecureBytes,
            _ info: [UInt8],
            _ presharedKey: borrowing PresharedKey?,
            isAuthenticated: Bool
        ) throws(CryptoError) {
            let labels = Labels.suite
            var mode: UInt8 = isAuthenticated ? 2 : 0
            var id: [UInt8] = []
            let secret: SecureBytes
            switch presharedKey {
            case .some(let presharedKey):
                mode += 1
                id = presharedKey.id
                secret = try labels.extract("secret", presharedKey.secret, salt: shared)
            case .none: secret = try labels.extract("secret", salt: shared)
            }
            let context =
                [mode] + labels.hash("psk_id_hash", id) + labels.hash("info_hash", info)
            let nonceByteCount = ChaCha20Poly1305.nonceByteCount
            let baseNonce = try labels.expandPublic(secret, "base_nonce", context, nonceByteCount)
            let key = try labels.expand(secret, "key", context, ChaCha20Poly1305.keyByteCount)
            let exporter = try labels.expand(secret, "exp", context, HKDFSHA256.hashByteCount)
            self.baseNonce = baseNonce
            self.key = key
            self.exporter = exporter
        }

        mutating func seal(
            _ plaintext: RawSpan,
            authenticating data: [UInt8],
            into output: inout MutableRawSpan
        ) throws(CryptoError) {
            let nonce = try nextNonce()
            try ChaCha20Poly1305.seal(
                plaintext,
                into: &output,
                nonce: nonce,
                authenticating: data,
                key: key
            )
            count += 1
        }

        mutating func open(
            _ sealed: RawSpan,
            authenticating data: [UInt8],
            into output: inout MutableRawSpan
        ) throws(CryptoError) {
            let nonce = try nextNonce()
            try ChaCha20Poly1305.open(
                sealed,
                into: &output,
                nonce: nonce,
                authenticating: data,
                key: key
            )
            count += 1
        }

        func export(
            _ context: [UInt8],
            into output: borrowing SecureBytes
        ) throws(CryptoError) {
            try Labels.suite.expand(exporter, "sec", context, into: output)
        }

        /// Section 5.2: the number of the message, big-endian, on the base nonce.
        private func nextNonce() throws(CryptoError) -> [UInt8] {
            guard count < .max else { throw CryptoError(.invalidInput) }
            var nonce = baseNonce
            for place in 0..<8 {
                nonce[nonce.count - 1 - place] ^= UInt8(truncatingIfNeeded: count >> (8 * place))
            }
            return nonce
        }
    }

    /// Section 4: HKDF, bound to the protocol, the suite and a label.
    fileprivate struct Labels {
        /// KEM 0x0020.
        static let kem = Labels(Array("KEM".utf8) + [0, 0x20])
        /// KEM 0x0020, KDF 0x0001, AEAD 0x0003.
        static let suite = Labels(Array("HPKE".utf8) + [0, 0x20, 0, 1, 0, 3])

        private let suiteID: [UInt8]

        private init(_ suiteID: [UInt8]) { self.suiteID = suiteID }

        private func prefix(_ label: String) -> [UInt8] {
            Array("HPKE-v1".utf8) + suiteID + Array(label.utf8)
        }

        /// LabeledExtract of a secret, without a salt.
        func extract(
            _ label: String,
            _ secret: borrowing SecureBytes
        ) throws(CryptoError) -> SecureBytes {
            let output = try Self.output(HKDFSHA256.hashByteCount, like: secret)
            try secret.withUnsafeBytes { (secret) throws(CryptoError) in
                try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                    HKDFSHA256.extract(salt: .empty, prefix(label), secret, into: output)
                }
            }
            return output
        }

        /// LabeledExtract of a secret with a salt that is one, too.
        func extract(
            _ label: String,
            _ secret: borrowing SecureBytes,
            salt: borrowing SecureBytes
        ) throws(CryptoError) -> SecureBytes {
            let output = try Self.output(HKDFSHA256.hashByteCount, like: salt)
            try secret.withUnsafeBytes { (secret) throws(CryptoError) in
                try salt.withUnsafeBytes { (salt) throws(CryptoError) in
                    try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                        HKDFSHA256.extract(salt: salt, prefix(label), secret, into: output)
                    }
                }
            }
            return output
        }

        /// LabeledExtract of nothing with a salt that is a secret.
        func extract(
            _ label: String,
            salt: borrowing SecureBytes
        ) throws(CryptoError) -> SecureBytes {
            let output = try Self.output(HKDFSHA256.hashByteCount, like: salt)
            try salt.withUnsafeBytes { (salt) throws(CryptoError) in
                try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
                    HKDFSHA256.extract(salt: salt, prefix(label), .empty, into: output)
                }
            }
            return output
        }

        /// LabeledExtract of what is public, which stays so.
        func hash(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
            var output = [UInt8](repeating: 0, count: HKDFSHA256.hashByteCount)
            bytes.withUnsafeBytes { bytes in
                output.withUnsafeMutableBytes { output in
                    HKDFSHA256.extract(salt: .empty, prefix(label), bytes, into: output)
                }
            }
            return output
        }

        /// LabeledExpand.
        func expand(
            _ secret: borrowing SecureBytes,
            _ label: String,
            _ info: [UInt8],
            _ count: Int
        ) throws(CryptoError) -> SecureBytes {
            let output = try Self.output(count, like: secret)
            try expand(secret, label, info, into: output)
            return output
        }

        func expand(
            _ secret: borrowing SecureBytes,
            _ label: String,
            _ info: [UInt8],
            into output: borrowing SecureBytes
        ) throws(CryptoError) {
            let info = labeled(label, info, output.count)
            try HKDFSHA256.expand(secret, info: info, into: output)
        }

        /// LabeledExpand of what needs no secrecy.
        func expandPublic(
            _ secret: borrowing SecureBytes,
            _ label: String,
            _ info: [UInt8],
            _ count: Int
        ) throws(CryptoError) -> [UInt8] {
            try HKDFSHA256.expandPublic(secret, info: labeled(label, info, count), count: count)
        }

        private func labeled(_ label: String, _ info: [UInt8], _ count: Int) -> [UInt8] {
            [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
                + prefix(label) + info
        }

        private static func output(
            _ count: Int,
            like secret: borrowing SecureBytes
        ) throws(CryptoError) -> SecureBytes {
            try SecureBytes(count: count, group: secret.group, arena: secret.arena)
        }
    }
}
