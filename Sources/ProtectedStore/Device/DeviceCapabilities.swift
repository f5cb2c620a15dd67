import KeyManagement
import ProtectionModel
import SodiumCrypto
import SystemIO

/// What this library, libsodium and the processor can do, asked at run time.
///
/// The counterpart of an app's checks for several system versions: ask before relying on it.
public struct DeviceCapabilities: Sendable, Equatable {
    /// The device formats that can be opened.
    public let readableFormats: ClosedRange<UInt16>
    /// The format that new devices get.
    public let newFormat: UInt16
    /// Whether devices with ChaCha20-Poly1305 can be opened.
    public let hasChaCha20Poly1305: Bool
    /// Whether devices with AES-256-GCM can be opened: needs AES instructions.
    public let hasAES256GCM: Bool

    /// What this process can do.
    public static var current: DeviceCapabilities {
        DeviceCapabilities(
            readableFormats: SealedFormat.current...SealedFormat.current,
            newFormat: SealedFormat.current,
            hasChaCha20Poly1305: ChunkCipherSuite.chacha20Poly1305.isAvailable,
            hasAES256GCM: ChunkCipherSuite.aes256GCM.isAvailable
        )
    }

    /// The format version of the device at `path`, read without any key.
    ///
    /// - Throws: ``ProtectionError`` with `device-not-found`, `unsupported-version` for a newer
    ///   one, `authentication-failure` for what is not a keybag.
    public static func format(ofDeviceAt path: String) throws(ProtectionError) -> UInt16 {
        try ProtectionError.wrapping {
            _ = try DeviceDirectory(path, on: PosixFileSystem()).deviceID()
            return SealedFormat.current
        }
    }
}
