import ProtectionModel
import SodiumCrypto

/// Seals file keys under class keys.
///
/// Every wrap is bound to `"protection-toolkit wrap 1" || class (1 byte) || device id (16) || file
/// id (16)`, so one that is moved to another file, class, device or purpose does not open. The
/// symmetric classes have it as associated data. For class B it is the start of the derivation's
/// info, before the ephemeral and the class's public key, and associated data is empty.
struct KeyWrapping {
    let deviceID: DeviceID
    let random: any RandomSource

    /// Classes A, C, D and when-user-inactive: a random nonce, then the sealed key.
    func wrap(
        _ fileKey: borrowing SecureBytes,
        fileID: FileID,
        protection: ProtectionClass,
        classKey: borrowing SecureBytes
    ) throws(CryptoError) -> WrappedKey {
        let bytes = try BoundWrap.seal(
            fileKey,
            under: classKey,
            boundTo: binding(fileID, protection),
            nonce: random.bytes(XChaCha20Poly1305.nonceByteCount)
        )
        return WrappedKey(protection: protection, bytes: bytes)
    }

    func unwrap(
        _ wrapped: WrappedKey,
        fileID: FileID,
        classKey: borrowing SecureBytes,
        into fileKey: borrowing SecureBytes
    ) throws(CryptoError) {
        try BoundWrap.open(
            wrapped.bytes,
            under: classKey,
            boundTo: binding(fileID, wrapped.protection),
            into: fileKey
        )
    }

    /// Class B: an ephemeral X25519 agreement with the class's public key.
    ///
    /// The public key is there in every state. The derived key is used once, so its nonce is zero.
    func wrapUnlessOpen(
        _ fileKey: borrowing SecureBytes,
        fileID: FileID,
        publicKey: [UInt8]
    ) throws(CryptoError) -> WrappedKey {
        let arena = fileKey.arena
        let ephemeral = try SecureBytes(count: X25519.byteCount, group: .transit, arena: arena) {
            random.fill(&$0)
        }
        let ephemeralPublicKey = try X25519.publicKey(of: ephemeral)
        let key = try agreement(
            privateKey: ephemeral,
            peer: publicKey,
            ephemeral: ephemeralPublicKey,
            classPublicKey: publicKey,
            fileID
        )
        let wrap = try BoundWrap.seal(fileKey, under: key, boundTo: [], nonce: Self.zeroNonce)
        return WrappedKey(
            protection: .completeUnlessOpen,
            bytes: ephemeralPublicKey + wrap.dropFirst(Self.zeroNonce.count)
        )
    }

    func unwrapUnlessOpen(
        _ wrapped: WrappedKey,
        fileID: FileID,
        privateKey: borrowing SecureBytes,
        publicKey: [UInt8],
        into fileKey: borrowing SecureBytes
    ) throws(CryptoError) {
        guard wrapped.bytes.count == WrappedKey.byteCount(of: .completeUnlessOpen) else {
            throw CryptoError(.authenticationFailure)
        }
        let ephemeral = Array(wrapped.bytes[..<X25519.byteCount])
        let key = try agreement(
            privateKey: privateKey,
            peer: ephemeral,
            ephemeral: ephemeral,
            classPublicKey: publicKey,
            fileID
        )
        let wrap = Self.zeroNonce + wrapped.bytes[X25519.byteCount...]
        try BoundWrap.open(wrap, under: key, boundTo: [], into: fileKey)
    }

    private static let zeroNonce = [UInt8](repeating: 0, count: XChaCha20Poly1305.nonceByteCount)

    private func agreement(
        privateKey: borrowing SecureBytes,
        peer: [UInt8],
        ephemeral: [UInt8],
        classPublicKey: [UInt8],
        _ fileID: FileID
    ) throws(CryptoError) -> SecureBytes {
        let arena = privateKey.arena
        // The shared secret lives and dies with the private key's group, so that a lock in the
        // middle leaves none behind.
        let group = privateKey.group
        let shared = try SecureBytes(count: X25519.byteCount, group: group, arena: arena)
        try X25519.sharedSecret(privateKey: privateKey, publicKey: peer, into: shared)
        let salt = try SecureBytes(
            count: HKDFSHA512.hashByteCount,
            group: group,
            arena: arena
        )
        let extracted = try SecureBytes(
            count: HKDFSHA512.hashByteCount,
            group: group,
            arena: arena
        )
        try HKDFSHA512.extract(salt: salt, secret: shared, into: extracted)
        let key = try SecureBytes(
            count: XChaCha20Poly1305.keyByteCount,
            group: group,
            arena: arena
        )
        let info = binding(fileID, .completeUnlessOpen) + ephemeral + classPublicKey
        try HKDFSHA512.expand(extracted, info: info, into: key)
        return key
    }

    private func binding(_ fileID: FileID, _ protection: ProtectionClass) -> [UInt8] {
        Array("protection-toolkit wrap 1".utf8) + [protection.rawValue] + deviceID.bytes
            + fileID.bytes
    }
}
