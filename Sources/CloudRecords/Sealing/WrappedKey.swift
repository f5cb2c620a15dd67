import SodiumCrypto

/// A key of 32 bytes under another one.
///
/// ```
/// id      16   of a zone's key: the one that wraps, or in a list of keys the one that is wrapped
/// nonce   24   random
/// sealed  48   XChaCha20-Poly1305
/// ```
struct WrappedKey: Sendable, Hashable {
    static let byteCount = KeyBox.idByteCount + 24 + 48

    let id: [UInt8]
    let nonce: [UInt8]
    let sealed: [UInt8]

    /// Wraps a key.
    init(
        _ key: borrowing SecureBytes,
        under wrapping: borrowing SecureBytes,
        id: [UInt8],
        authenticating data: [UInt8],
        random: any RandomSource
    ) throws(CryptoError) {
        self.id = id
        nonce = random.bytes(XChaCha20Poly1305.nonceByteCount)
        var sealed = [UInt8](
            repeating: 0,
            count: KeyBox.byteCount + XChaCha20Poly1305.tagByteCount
        )
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            key,
            into: &output,
            nonce: nonce,
            authenticating: data,
            key: wrapping
        )
        self.sealed = sealed
    }

    /// Reads one; nil for other lengths.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        let bytes = Array(bytes)
        id = Array(bytes[..<16])
        nonce = Array(bytes[16..<40])
        sealed = Array(bytes[40...])
    }

    var bytes: [UInt8] { id + nonce + sealed }

    /// The key, in the group of the one that it is under.
    func open(
        under wrapping: borrowing SecureBytes,
        authenticating data: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        let key = try SecureBytes(
            count: KeyBox.byteCount,
            group: wrapping.group,
            arena: wrapping.arena
        )
        try XChaCha20Poly1305.open(
            sealed.span.bytes,
            into: key,
            nonce: nonce,
            authenticating: data,
            key: wrapping
        )
        return key
    }
}

/// An opened key of a zone, where a dictionary needs a reference.
final class KeyBox: Sendable {
    static let byteCount = 32
    static let idByteCount = 16

    /// Derived from the key, so that no other one has it.
    let id: [UInt8]
    let secret: SecureBytes

    init(_ secret: consuming SecureBytes) throws(CryptoError) {
        id = try HKDFSHA512.expandPublic(
            secret,
            info: Array("protection-toolkit zone key id 1".utf8),
            count: Self.idByteCount
        )
        self.secret = secret
    }

    /// A new key.
    static func random(
        _ random: any RandomSource,
        group: SecretGroup,
        arena: SecureArena
    ) throws(CryptoError) -> SecureBytes {
        try SecureBytes(count: byteCount, group: group, arena: arena) { random.fill(&$0) }
    }
}
