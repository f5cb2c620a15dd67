package import ProtectionModel
package import SodiumCrypto
package import SystemIO

/// The device key as a file of its own: `"PTDEVKEY"`, version 1 (2 bytes, little-endian), the
/// device id (16), the key (32).
///
/// Beside it lies the record of wrong passcodes, as ``DeviceKeyPlace`` says.
package struct FileDeviceKeySource: DeviceKeySource {
    private static let magic = Array("PTDEVKEY".utf8) + [1, 0]
    private static let keyByteCount = 32
    private static let headByteCount = 26

    private let place: DeviceKeyPlace

    /// A key file in `folder`, which is a path on the host.
    package init(folder: String, name: String, on fileSystem: any FileSystem) {
        place = DeviceKeyPlace(folder: folder, name: name, on: fileSystem)
    }

    package func create(
        for device: DeviceID,
        random: any RandomSource,
        arena: SecureArena
    ) throws -> SecureBytes {
        let key = try secret(arena)
        do {
            try key.withMutableBytes { random.fill(&$0) }
        } catch { throw ProtectionError(error, "the device key") }
        let outgoing = try secret(arena, .transit)
        try copy(key, to: outgoing)
        do {
            try place.makeFile { (file) throws(SystemError) in
                try file.write(Self.magic + device.bytes, at: 0)
                try outgoing.transfer { (bytes) throws(SystemError) in
                    try file.write(bytes.bytes, at: UInt64(Self.headByteCount))
                }
            } orElse: {
                try? destroy(for: device)
            }
        } catch { throw ProtectionError(error, "the device key") }
        return key
    }

    package func load(
        for device: DeviceID,
        arena: SecureArena
    ) throws -> SecureBytes {
        let incoming = try secret(arena, .transit)
        let head: [UInt8]
        let count: Int
        do {
            let file = try place.openFile()
            head = try file.read(Self.headByteCount, at: 0)
            count = try incoming.transfer { (bytes) throws(SystemError) in
                try file.read(into: &bytes, at: UInt64(Self.headByteCount))
            }
        } catch {
            throw place.cannotRead(error)
        }
        guard !SealedKeyFile.isSealed(head) else {
            throw ProtectionError(
                .chipUnavailable,
                "the device key '\(place.path)' is sealed by a TPM, which is not asked here"
            )
        }
        guard head.starts(with: Self.magic), count == Self.keyByteCount else {
            throw ProtectionError(.authenticationFailure, "'\(place.path)' is not a device key")
        }
        guard head == Self.magic + device.bytes else {
            throw ProtectionError(
                .authenticationFailure,
                "'\(place.path)' is the key of another device"
            )
        }
        let key = try secret(arena)
        try copy(incoming, to: key)
        return key
    }

    package func destroy(for device: DeviceID) throws {
        // The head goes first: a key that is damaged in part is then never taken for a whole one.
        let whole = Self.headByteCount + Self.keyByteCount
        try place.destroy(Self.magic + device.bytes, overwriting: [Self.headByteCount, whole])
    }

    package func loadAttempts(for device: DeviceID) throws -> [UInt8]? {
        try place.loadAttempts()
    }

    package func storeAttempts(_ record: [UInt8], for device: DeviceID) throws {
        try place.storeAttempts(record)
    }

    package var attemptsPlace: String { place.attemptsPath }

    private func secret(
        _ arena: SecureArena,
        _ group: SecretGroup = .device
    ) throws -> SecureBytes {
        do {
            return try SecureBytes(count: Self.keyByteCount, group: group, arena: arena)
        } catch { throw ProtectionError(error, "the device key") }
    }

    private func copy(
        _ source: borrowing SecureBytes,
        to target: borrowing SecureBytes
    ) throws {
        do { try target.fill(from: source) } catch {
            throw ProtectionError(error, "the device key")
        }
    }
}
