package import ProtectionModel
package import SystemIO

/// The file that lies where a key file would, when the key is sealed by a chip.
///
/// Little-endian, 1,280 bytes: `"PTTPMKEY"`, version 1 (2), the device id (16), each with its
/// length before it (2): how the chip is reached (at most 255 bytes of UTF-8), the
/// ``SealedObject``; zeros to the end.
package struct SealedKeyFile: Sendable, Equatable {
    /// The length of the file in bytes.
    package static let byteCount = 1_280
    private static let magic = Array("PTTPMKEY".utf8) + [1, 0]
    /// The longest address, in bytes.
    package static let addressByteLimit = 255

    package let device: DeviceID
    /// How the chip is reached, as ``TrustedPlatformModule/address`` has it.
    package let address: String
    package let object: SealedObject

    /// The key of a device, sealed.
    package init(device: DeviceID, address: String, object: SealedObject) {
        self.device = device
        self.address = address
        self.object = object
    }

    /// Reads the content of a file; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard bytes.count == Self.byteCount, reader.bytes(Self.magic.count) == Self.magic,
            let device = reader.bytes(16).flatMap(DeviceID.init(bytes:)),
            let text = reader.field(atMost: Self.addressByteLimit),
            let address = String(validating: text, as: UTF8.self),
            let object = reader.field(atMost: SealedObject.byteLimit).flatMap(SealedObject.init),
            let rest = reader.bytes(reader.remaining), rest.allSatisfy({ $0 == 0 })
        else { return nil }
        self.init(device: device, address: address, object: object)
    }

    /// How every such file of a device begins.
    static func head(of device: DeviceID) -> [UInt8] { magic + device.bytes }

    /// The content of the file.
    ///
    /// - Precondition: the address is not too long.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.byteCount)
        writer.append(Self.head(of: device))
        writer.append(field: Array(address.utf8))
        writer.append(field: object.bytes)
        writer.pad(to: Self.byteCount)
        return writer.bytes
    }

    /// The file at a path; nil when nothing is there, or a key that no chip sealed.
    ///
    /// - Throws: `ProtectionError` with `authentication-failure` when such a file is damaged;
    ///   `permission-denied` or `io-error`.
    package static func find(
        inFolder folder: String,
        name: String,
        on fileSystem: any FileSystem
    ) throws -> SealedKeyFile? {
        let place = DeviceKeyPlace(folder: folder, name: name, on: fileSystem)
        let bytes: [UInt8]
        do { bytes = try place.openFile().read(byteCount + 1, at: 0) } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, "the device key")
        }
        guard isSealed(bytes) else { return nil }
        return try read(bytes, at: place)
    }

    /// Whether bytes begin as such a file, of any version.
    static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic.dropLast(2)) }

    static func read(_ bytes: [UInt8], at place: DeviceKeyPlace) throws -> SealedKeyFile {
        if let file = SealedKeyFile(bytes) { return file }
        throw ProtectionError(
            .authenticationFailure,
            "'\(place.path)' is not a device key that a TPM sealed"
        )
    }
}
