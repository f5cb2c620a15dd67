import KeyManagement
import SodiumCrypto

/// A name as it stands on disk: deterministic within a folder, meaningless outside it.
///
/// It is sealed by ``SyntheticIV`` in the context of the folder's id, and on disk as base64url
/// without padding. Equal names in one folder are equal on disk, so that a lookup is one system
/// call.
///
/// A name over 167 bytes would exceed the host's 255: it is stored as base64url(siv) and `.long`,
/// and the sealed name itself in the side file `.name-` and base64url(siv).
struct SealedName: Sendable, Equatable {
    static let longNameLimit = 167
    static let longSuffix = ".long"
    static let sidePrefix = ".name-"

    /// The name of the entry in the host's folder.
    let onDisk: String
    /// Name and content of the side file; nil for a short name.
    let side: (name: String, content: [UInt8])?
    /// The code of the name in its folder, 24 bytes.
    let code: [UInt8]

    init(_ name: String, folderID: [UInt8], keys: VolumeKeys) throws(CryptoError) {
        let plain = Array(name.utf8)
        let sealed = try SyntheticIV.names.seal(plain, in: folderID, keys)
        let siv = Array(sealed[..<SyntheticIV.byteCount])
        code = siv
        if plain.count > Self.longNameLimit {
            let stem = Base64URL.encode(siv)
            onDisk = stem + Self.longSuffix
            side = (Self.sidePrefix + stem, sealed)
        } else {
            onDisk = Base64URL.encode(sealed)
            side = nil
        }
    }

    /// A name that was found in its folder, for looking at what it stands for.
    init(found onDisk: String) {
        self.onDisk = onDisk
        side = nil
        let stem =
            onDisk.hasSuffix(Self.longSuffix) ? onDisk.dropLast(Self.longSuffix.count) : onDisk[...]
        code = Array((Base64URL.decode(String(stem)) ?? []).prefix(SyntheticIV.byteCount))
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
        guard let plain = try SyntheticIV.names.open(sealed, in: folderID, keys), !plain.isEmpty
        else { return nil }
        return String(validating: plain, as: UTF8.self)
    }

    static func == (left: SealedName, right: SealedName) -> Bool { left.onDisk == right.onDisk }
}
