import ProtectionModel
import SodiumCrypto

/// The content of `.erased`: `"PTERASED"`, version 1 (2 bytes, little-endian), the device id (16),
/// and BLAKE2b-256 of these under the erase code, which the device key alone gives.
///
/// Finding the mark destroys the device key, and with it every backup of the device: a file
/// planted by someone who may write to the directory but not read the key must not do that.
enum EraseMark {
    private static let magic = Array("PTERASED".utf8) + [1, 0]
    private static let codeByteCount = 32
    /// Of the whole mark.
    static let byteCount = magic.count + 16 + codeByteCount

    static func make(
        for device: DeviceID,
        _ secrets: DeviceSecrets
    ) throws(CryptoError) -> [UInt8] {
        let content = magic + device.bytes
        let code = try KeyedHash.code(
            of: content.span.bytes,
            count: codeByteCount,
            key: secrets.eraseCode
        )
        return content + code
    }

    /// Whether it could be this device's, when there is no key left to tell.
    static func isWellFormed(_ mark: [UInt8], for device: DeviceID) -> Bool {
        mark.count == byteCount && mark.starts(with: magic + device.bytes)
    }

    static func isValid(
        _ mark: [UInt8],
        for device: DeviceID,
        _ secrets: DeviceSecrets
    ) throws(CryptoError) -> Bool {
        let content = magic + device.bytes
        guard mark.count == byteCount, mark.starts(with: content) else { return false }
        return try KeyedHash.isValid(
            Array(mark.suffix(codeByteCount)),
            for: content.span.bytes,
            key: secrets.eraseCode
        )
    }
}
