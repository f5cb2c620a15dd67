import ProtectionModel
import SodiumCrypto
import SystemIO

/// NV indices that are the keybag's or nobody's, in the file `.pin-index` of a device directory
/// while a PIN is made, changed or removed.
///
/// Written before a chip is asked for an index, and before a keybag gives one up. Whatever ends the
/// work in between, the next start gives back to the chip what the keybag in place does not name.
///
/// `"PTPININD"`, version 1 (2 bytes), device id (16), how many (1); of each the index (4) and how
/// the chip is reached, with its length before it (2); BLAKE2b-256 code under the device key (32).
/// Little-endian. Authenticated, so that no one without the device key has an index removed.
struct PINIndexNote: Sendable, Equatable {
    static let name = ".pin-index"
    /// The oldest go when there are more.
    static let limit = 8
    static let byteLimit = 27 + limit * (6 + SealedKeyFile.addressByteLimit) + codeByteCount

    private static let magic = Array("PTPININD".utf8) + [1, 0]
    private static let codeByteCount = 32

    /// An index of a chip's.
    struct Entry: Sendable, Equatable {
        let index: UInt32
        let address: String

        init(_ index: UInt32, at address: String) {
            self.index = index
            self.address = address
        }

        init(_ pin: SealedPIN) { self.init(pin.object.index, at: pin.address) }
    }

    let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries.suffix(Self.limit) }

    func encode(
        for device: DeviceID,
        _ secrets: DeviceSecrets
    ) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.magic)
        writer.append(device.bytes)
        writer.append(UInt8(entries.count))
        for entry in entries {
            writer.append(entry.index)
            writer.append(field: Array(entry.address.utf8))
        }
        return writer.bytes
            + (try KeyedHash.code(
                of: writer.bytes.span.bytes,
                count: Self.codeByteCount,
                key: secrets.indexCode
            ))
    }

    /// The note in `bytes`; nil when it does not authenticate.
    static func decode(
        _ bytes: [UInt8],
        for device: DeviceID,
        _ secrets: DeviceSecrets
    ) throws(CryptoError) -> PINIndexNote? {
        guard bytes.count <= byteLimit, bytes.count > codeByteCount else { return nil }
        let content = Array(bytes.dropLast(codeByteCount))
        guard
            try KeyedHash.isValid(
                Array(bytes.suffix(codeByteCount)),
                for: content.span.bytes,
                key: secrets.indexCode
            )
        else { return nil }
        var reader = ByteReader(content)
        guard reader.bytes(magic.count) == magic, reader.bytes(16) == device.bytes,
            let count = reader.integer(UInt8.self), count <= limit
        else { return nil }
        let entries = (0..<count).compactMap { _ in entry(&reader) }
        return entries.count == Int(count) && reader.remaining == 0 ? PINIndexNote(entries) : nil
    }

    private static func entry(_ reader: inout ByteReader) -> Entry? {
        guard let index = reader.integer(UInt32.self),
            let address = reader.field(atMost: SealedKeyFile.addressByteLimit)
        else { return nil }
        return String(validating: address, as: UTF8.self).map { Entry(index, at: $0) }
    }
}

extension DeviceDirectory {
    /// The stored note; nil when there is none.
    ///
    /// - Throws: `ProtectionError` with `permission-denied` or `io-error`.
    func pinIndexNote() throws -> [UInt8]? {
        do {
            let file = try OwnedFile(
                PINIndexNote.name,
                in: directory.descriptor,
                [],
                on: fileSystem
            )
            guard try file.status().kind == .file else { return [] }
            return try file.read(PINIndexNote.byteLimit + 1, at: 0)
        } catch {
            guard ErrorCode(error) != .notFound else { return nil }
            throw ProtectionError(error, "the note '\(PINIndexNote.name)' in the device '\(path)'")
        }
    }

    /// Replaces the note, or removes it with nil, durably.
    ///
    /// - Throws: `ProtectionError` with `io-error` or `no-space`.
    func storePINIndexNote(_ bytes: [UInt8]?) throws {
        do {
            if let bytes { return try directory.replace(PINIndexNote.name, with: bytes) }
            try fileSystem.unlink(PINIndexNote.name, in: directory.descriptor, folder: false)
            try directory.synchronize()
        } catch {
            guard bytes != nil || ErrorCode(error) != .notFound else { return }
            throw ProtectionError(error, "the note '\(PINIndexNote.name)' in the device '\(path)'")
        }
    }
}
