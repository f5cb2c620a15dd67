import KeyManagement
import SodiumCrypto

/// A name as it stands on disk: deterministic within a folder, meaningless outside it.
///
/// The construction is SIV (Rogaway and Shrimpton, 2006): siv = BLAKE2b-192(code key, folder id ||
/// name), sealed = siv || XChaCha20(cipher key, nonce siv, name), on disk as base64url without
/// padding. Equal names in one folder are equal on disk, so that a lookup is one system call.
///
/// A name over 167 bytes would exceed the host's 255: it is stored as base64url(siv) and `.long`,
/// and the sealed name itself in the side file `.name-` and base64url(siv).
struct SealedName: Sendable, Equatable {
    static let longNameLimit = 167
    static let longSuffix = ".long"
    static let sidePrefix = ".name-"
    private static let sivByteCount = 24

    /// The name of the entry in the host's folder.
    let onDisk: String
    /// Name and content of the side file; nil for a short name.
    let side: (name: String, content: [UInt8])?
    /// The code of the name in its folder, 24 bytes.
    let code: [UInt8]

    init(_ name: String, folderID: [UInt8], keys: VolumeKeys) throws(CryptoError) {
        let plain = Array(name.utf8)
        let siv = try Self.siv(plain, folderID, keys)
        code = siv
        let sealed =
            siv
            + (try XChaCha20.apply(
                to: plain,
                nonce: siv,
                key: keys.bytes,
                keyOffset: VolumeKeys.nameCipherOffset
            ))
        if plain.count > Self.longNameLimit {
            let stem = Base64URL.encode(siv)
            onDisk = stem + Self.longSuffix
            side = (Self.sidePrefix + stem, sealed)
        } else {
            onDisk = Base64URL.encode(sealed)
            side = nil
        }
    }

    /// The name of the side file that belongs to a long entry; nil for any other entry.
    static func sideName(of entry: String) -> String? {
        guard entry.hasSuffix(longSuffix) else { return nil }
        return sidePrefix + entry.dropLast(longSuffix.count)
    }

    /// The sealed bytes of a short entry; nil when it is none.
    static func sealedBytes(of entry: String) -> [UInt8]? { Base64URL.decode(entry) }

    /// The plain name inside sealed bytes; nil when they do not belong to this folder.
    static func open(
        _ sealed: [UInt8],
        folderID: [UInt8],
        keys: VolumeKeys
    ) throws(CryptoError) -> String? {
        guard sealed.count > sivByteCount else { return nil }
        let siv = Array(sealed[..<sivByteCount])
        let plain = try XChaCha20.apply(
            to: Array(sealed[sivByteCount...]),
            nonce: siv,
            key: keys.bytes,
            keyOffset: VolumeKeys.nameCipherOffset
        )
        guard ConstantTime.areEqual(try Self.siv(plain, folderID, keys), siv) else { return nil }
        return String(validating: plain, as: UTF8.self)
    }

    static func == (left: SealedName, right: SealedName) -> Bool { left.onDisk == right.onDisk }

    private static func siv(
        _ plain: [UInt8],
        _ folderID: [UInt8],
        _ keys: VolumeKeys
    ) throws(CryptoError) -> [UInt8] {
        try KeyedHash.code(
            of: (folderID + plain).span.bytes,
            count: sivByteCount,
            key: keys.bytes,
            keyOffset: VolumeKeys.nameCodeOffset
        )
    }
}
