import CSodium

/// The key of one direction, and the number of its next message: the framework's `CipherState` (revision
/// 34, section 5.1).
package struct NoiseCipher: ~Copyable {
    /// Bytes of the longest message, sealed (section 3).
    package static let messageByteLimit = 65_535
    /// A sealed message is 16 bytes longer.
    package static let tagByteCount = ChaCha20Poly1305.tagByteCount

    private var key: SecureBytes
    /// The number of the next message; the highest there is seals none (section 5.1).
    package private(set) var nextNumber: UInt64

    /// Takes a key of 32 bytes.
    ///
    /// - Throws: `CryptoError.invalidInput` for another length.
    package init(_ key: consuming SecureBytes, nextNumber: UInt64 = 0) throws(CryptoError) {
        guard key.count == ChaCha20Poly1305.keyByteCount else { throw CryptoError(.invalidInput) }
        self.key = key
        self.nextNumber = nextNumber
    }

    /// Seals the next message into `output`: ciphertext, then tag.
    ///
    /// - Throws: `CryptoError.invalidInput` when a length is off, or no number is left; `secretWiped`.
    package mutating func seal(
        _ plaintext: RawSpan,
        authenticating data: [UInt8] = [],
        into output: inout MutableRawSpan
    ) throws(CryptoError) {
        guard plaintext.byteCount <= Self.messageByteLimit - Self.tagByteCount else {
            throw CryptoError(.invalidInput)
        }
        try ChaCha20Poly1305.seal(
            plaintext,
            into: &output,
            nonce: try nonce(),
            authenticating: data,
            key: key
        )
        nextNumber += 1
    }

    /// Opens the next message; one that fails does not count.
    ///
    /// - Throws: `CryptoError.authenticationFailure` (`output` is then zeros); `invalidInput` when the output's
    ///   length is off, or no number is left; `secretWiped`.
    package mutating func open(
        _ sealed: RawSpan,
        authenticating data: [UInt8] = [],
        into output: inout MutableRawSpan
    ) throws(CryptoError) {
        guard sealed.byteCount <= Self.messageByteLimit else {
            throw CryptoError(.authenticationFailure)
        }
        try ChaCha20Poly1305.open(
            sealed,
            into: &output,
            nonce: try nonce(),
            authenticating: data,
            key: key
        )
        nextNumber += 1
    }

    /// Puts another key in the place of this one, which cannot be had from it (section 4.2); numbers go on.
    ///
    /// - Throws: `CryptoError.secretWiped`, `outOfMemory`.
    package mutating func rekey() throws(CryptoError) {
        let size = ChaCha20Poly1305.keyByteCount
        let zeros = [UInt8](repeating: 0, count: size)
        let sealed = try SecureBytes(
            count: size + Self.tagByteCount,
            group: key.group,
            arena: key.arena
        )
        try sealed.withMutableBytes { (output) throws(CryptoError) in
            try ChaCha20Poly1305.seal(
                zeros.span.bytes,
                into: &output,
                nonce: Self.nonce(.max),
                authenticating: [],
                key: key
            )
        }
        key = try sealed.piece(0..<size, in: key.group)
    }

    private func nonce() throws(CryptoError) -> [UInt8] {
        guard nextNumber < .max else { throw CryptoError(.invalidInput) }
        return Self.nonce(nextNumber)
    }

    /// Section 12: four zeros, then the number, little-endian.
    private static func nonce(_ number: UInt64) -> [UInt8] {
        [0, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// What a handshake ends with.
package struct NoiseTransport: ~Copyable {
    /// For what this side sends.
    package var sending: NoiseCipher
    /// For what it receives.
    package var receiving: NoiseCipher
    /// 64 bytes that no other handshake has; public (section 11.2).
    package let handshakeHash: [UInt8]
    /// The static key that the other side has proved to have; nil without one.
    package let remotePublicKey: [UInt8]?

    init(
        _ sending: consuming NoiseCipher,
        _ receiving: consuming NoiseCipher,
        _ handshakeHash: [UInt8],
        _ remotePublicKey: [UInt8]?
    ) {
        self.sending = sending
        self.receiving = receiving
        self.handshakeHash = handshakeHash
        self.remotePublicKey = remotePublicKey
    }
}

/// The chaining key, the hash and the key of a handshake under way: the framework's `SymmetricState`
/// (section 5.2).
struct NoiseSymmetricState: ~Copyable {
    private static let hashByteCount = HKDFSHA512.hashByteCount

    private(set) var hash: [UInt8]
    private let chainingKey: SecureBytes
    private var cipher: NoiseCipher?

    init(
        _ protocolName: String,
        group: SecretGroup,
        arena: SecureArena
    ) throws(CryptoError) {
        let name = Array(protocolName.utf8)
        precondition(name.count <= Self.hashByteCount, "a longer name would have to be hashed")
        let hash = name + [UInt8](repeating: 0, count: Self.hashByteCount - name.count)
        self.hash = hash
        chainingKey = try SecureBytes(count: hash.count, group: group, arena: arena) {
            $0.storeBytes(hash)
        }
    }

    /// `HKDF` of section 4.3, as many outputs as there is room for.
    private func derive(
        _ material: UnsafeRawBufferPointer,
        into output: borrowing SecureBytes
    ) throws(CryptoError) {
        let extracted = try room(1)
        try chainingKey.withUnsafeBytes { (salt) throws(CryptoError) in
            try extracted.withUnsafeMutableBytes { (extracted) throws(CryptoError) in
                HKDFSHA512.extract(salt: salt, [], material, into: extracted)
            }
        }
        try HKDFSHA512.expand(extracted, info: [], into: output)
    }

    private func derive(
        _ outputs: Int,
        _ material: borrowing SecureBytes
    ) throws(CryptoError) -> SecureBytes {
        let output = try room(outputs)
        try material.withUnsafeBytes { (material) throws(CryptoError) in
            try derive(material, into: output)
        }
        return output
    }

    private func room(_ outputs: Int) throws(CryptoError) -> SecureBytes {
        try SecureBytes(
            count: outputs * Self.hashByteCount,
            group: chainingKey.group,
            arena: chainingKey.arena
        )
    }

    private mutating func setKey(
        _ number: Int,
        of derived: borrowing SecureBytes
    ) throws(CryptoError) {
        cipher = try Self.cipher(number, of: derived)
    }

    mutating func mixKey(_ material: borrowing SecureBytes) throws(CryptoError) {
        let derived = try derive(2, material)
        try chainingKey.fill(from: derived)
        try setKey(1, of: derived)
    }

    /// The key of a psk handshake depends on the ephemeral keys, too (section 9.2).
    mutating func mixKey(public bytes: [UInt8]) throws(CryptoError) {
        let material = try SecureBytes(
            count: bytes.count,
            group: chainingKey.group,
            arena: chainingKey.arena
        ) { $0.storeBytes(bytes) }
        try mixKey(material)
    }

    mutating func mixKeyAndHash(_ material: borrowing SecureBytes) throws(CryptoError) {
        let derived = try derive(3, material)
        try chainingKey.fill(from: derived)
        try derived.withBytes { (bytes) throws(CryptoError) in
            mixHash(bytes.extracting(Self.hashByteCount..<2 * Self.hashByteCount))
        }
        try setKey(2, of: derived)
    }

    mutating func mixHash(_ bytes: RawSpan) {
        defer { StackResidue.wipe() }
        var state = crypto_hash_sha512_state()
        crypto_hash_sha512_init(&state)
        crypto_hash_sha512_update(&state, hash, UInt64(hash.count))
        bytes.withUnsafeBytes {
            _ = crypto_hash_sha512_update(&state, $0.octets, UInt64($0.count))
        }
        crypto_hash_sha512_final(&state, &hash)
    }

    /// How many bytes sealing adds now.
    var tagByteCount: Int {
        switch cipher {
        case .some: NoiseCipher.tagByteCount
        case .none: 0
        }
    }

    mutating func seal(_ plaintext: RawSpan) throws(CryptoError) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plaintext.byteCount + tagByteCount)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        let sealing: Void? = try cipher?.seal(plaintext, authenticating: hash, into: &output)
        if sealing == nil { output.storeBytes(plaintext) }
        mixHash(sealed.span.bytes)
        return sealed
    }

    /// - Precondition: the output has room for exactly what is sealed.
    mutating func open(
        _ sealed: RawSpan,
        into output: inout MutableRawSpan
    ) throws(CryptoError) {
        let opening: Void? = try cipher?.open(sealed, authenticating: hash, into: &output)
        if opening == nil { output.storeBytes(sealed) }
        mixHash(sealed)
    }

    /// The keys of both directions, the initiator's first.
    func split() throws(CryptoError) -> NoiseKeyPair {
        let derived = try room(2)
        try derive(.empty, into: derived)
        return try NoiseKeyPair(
            initiator: Self.cipher(0, of: derived),
            responder: Self.cipher(1, of: derived)
        )
    }

    /// An output begins with a key.
    private static func cipher(
        _ number: Int,
        of derived: borrowing SecureBytes
    ) throws(CryptoError) -> NoiseCipher {
        let start = number * hashByteCount
        let place = start..<start + ChaCha20Poly1305.keyByteCount
        return try NoiseCipher(try derived.piece(place, in: derived.group))
    }
}

/// The ciphers of what each side sends.
struct NoiseKeyPair: ~Copyable {
    let initiator: NoiseCipher
    let responder: NoiseCipher
}
