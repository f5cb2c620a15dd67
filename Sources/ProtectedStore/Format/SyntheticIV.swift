import KeyManagement
import SodiumCrypto

/// Seals short data deterministically, by the SIV construction of Rogaway and Shrimpton (2006).
///
/// siv = BLAKE2b-192(code key, context || data), sealed = siv || XChaCha20(cipher key, nonce siv,
/// data). Equal data in one context is equal when sealed, and says nothing else; data of another
/// context does not open.
struct SyntheticIV {
    static let byteCount = 24

    /// The keys for names, and for the targets of symbolic links, which are names, too.
    static let names = SyntheticIV(
        codeOffset: VolumeKeys.nameCodeOffset,
        cipherOffset: VolumeKeys.nameCipherOffset
    )
    /// The keys for extended attributes.
    static let attributes = SyntheticIV(
        codeOffset: VolumeKeys.attributeCodeOffset,
        cipherOffset: VolumeKeys.attributeCipherOffset
    )

    private let codeOffset: Int
    private let cipherOffset: Int

    /// The data as it is stored, its siv first.
    func seal(
        _ plain: [UInt8],
        in context: [UInt8],
        _ keys: VolumeKeys
    ) throws(CryptoError) -> [UInt8] {
        let siv = try siv(plain, context, keys)
        return siv + (try apply(to: plain, siv, keys))
    }

    /// The data inside; nil when it is not of this context.
    func open(
        _ sealed: [UInt8],
        in context: [UInt8],
        _ keys: VolumeKeys
    ) throws(CryptoError) -> [UInt8]? {
        guard sealed.count >= Self.byteCount else { return nil }
        let siv = Array(sealed[..<Self.byteCount])
        let plain = try apply(to: Array(sealed[Self.byteCount...]), siv, keys)
        let expected = try self.siv(plain, context, keys)
        return ConstantTime.areEqual(expected, siv) ? plain : nil
    }

    private func siv(
        _ plain: [UInt8],
        _ context: [UInt8],
        _ keys: VolumeKeys
    ) throws(CryptoError) -> [UInt8] {
        try KeyedHash.code(
            of: (context + plain).span.bytes,
            count: Self.byteCount,
            key: keys.bytes,
            keyOffset: codeOffset
        )
    }

    private func apply(
        to bytes: [UInt8],
        _ siv: [UInt8],
        _ keys: VolumeKeys
    ) throws(CryptoError) -> [UInt8] {
        try XChaCha20.apply(to: bytes, nonce: siv, key: keys.bytes, keyOffset: cipherOffset)
    }
}
