package import ProtectionModel
package import SodiumCrypto

/// The keys for everything about files but their contents: there in every booted state.
///
/// HKDF-Expand-SHA-512(volume key, `"protection-toolkit volume 1"` || device id), 224 bytes: codes
/// of file headers, of folder files, of log frames; name code, name cipher; code and cipher of
/// extended attributes; 32 bytes each.
package final class VolumeKeys: Sendable {
    package static let headerOffset = 0
    package static let folderOffset = 32
    package static let frameOffset = 64
    package static let nameCodeOffset = 96
    package static let nameCipherOffset = 128
    package static let attributeCodeOffset = 160
    package static let attributeCipherOffset = 192
    /// The length of all seven together.
    package static let byteCount = 224

    /// All seven keys, one after the other.
    package let bytes: SecureBytes

    /// Derives the keys.
    ///
    /// - Throws: `CryptoError.secretWiped` or `outOfMemory`.
    package init(volumeKey: borrowing SecureBytes, device: DeviceID) throws(CryptoError) {
        bytes = try SecureBytes(count: Self.byteCount, group: .device, arena: volumeKey.arena)
        let info = Array("protection-toolkit volume 1".utf8) + device.bytes
        try HKDFSHA512.expand(volumeKey, info: info, into: bytes)
    }

    /// Takes over all seven keys, as another process derived them.
    ///
    /// - Throws: `CryptoError.invalidInput` unless there are ``byteCount`` bytes.
    package init(taking bytes: consuming SecureBytes) throws(CryptoError) {
        guard bytes.count == Self.byteCount else { throw CryptoError(.invalidInput) }
        self.bytes = bytes
    }
}
