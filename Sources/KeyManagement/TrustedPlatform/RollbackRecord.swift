import ProtectionModel
import SodiumCrypto

/// What stands beside a chip's counter: the state that holds from one count on and, from a later
/// one on, the state that was announced.
///
/// Little-endian, 158 bytes: `"PTROLLBK"`, version 1 (2), device id (16), NV index (4), twice a
/// count (8), the generation (8) and the digest (32) that hold from that count on, BLAKE2b-256 code
/// (32). At the second count and none above it the second state alone is right; from the first
/// count on and below the second, either is.
struct RollbackRecord: Sendable, Equatable {
    static let byteCount = 158
    private static let magic = Array("PTROLLBK".utf8) + [1, 0]
    private static let codeByteCount = 32

    /// What holds from a count on.
    struct Entry: Sendable, Equatable {
        let count: UInt64
        let state: RollbackPin.State
    }

    let index: UInt32
    let present: Entry
    let next: Entry

    func encode(
        for device: DeviceID,
        key: borrowing SecureBytes
    ) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.byteCount)
        writer.append(Self.magic)
        writer.append(device.bytes)
        writer.append(index)
        for entry in [present, next] {
            writer.append(entry.count)
            writer.append(entry.state.generation)
            writer.append(entry.state.digest)
        }
        writer.append(
            try KeyedHash.code(of: writer.bytes.span.bytes, count: Self.codeByteCount, key: key)
        )
        return writer.bytes
    }

    /// The record in `bytes`; nil when it does not authenticate.
    static func decode(
        _ bytes: [UInt8],
        for device: DeviceID,
        key: borrowing SecureBytes
    ) throws(CryptoError) -> RollbackRecord? {
        guard bytes.count == byteCount else { return nil }
        let content = Array(bytes.dropLast(codeByteCount))
        guard
            try KeyedHash.isValid(
                Array(bytes.suffix(codeByteCount)),
                for: content.span.bytes,
                key: key
            )
        else { return nil }
        var reader = ByteReader(content)
        guard let index = index(&reader, of: device), let present = entry(&reader),
            let next = entry(&reader), present.count <= next.count
        else { return nil }
        return RollbackRecord(index: index, present: present, next: next)
    }

    /// The index that a record names, without a key to check it by.
    static func index(in bytes: [UInt8], of device: DeviceID) -> UInt32? {
        var reader = ByteReader(bytes)
        return bytes.count == byteCount ? index(&reader, of: device) : nil
    }

    private static func index(_ reader: inout ByteReader, of device: DeviceID) -> UInt32? {
        guard reader.bytes(magic.count) == magic, reader.bytes(16) == device.bytes else {
            return nil
        }
        return reader.integer(UInt32.self)
    }

    private static func entry(_ reader: inout ByteReader) -> Entry? {
        guard let count = reader.integer(UInt64.self),
            let generation = reader.integer(UInt64.self),
            let digest = reader.bytes(RollbackPin.State.digestByteCount)
        else { return nil }
        return Entry(count: count, state: RollbackPin.State(generation, digest))
    }
}
