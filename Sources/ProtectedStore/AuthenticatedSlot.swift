import KeyManagement
import ProtectionModel
import SodiumCrypto

/// The frame that file headers and folder records have in common: 512 bytes, stored twice.
///
/// | bytes | field |
/// |---|---|
/// | 0 | magic (8) |
/// | 8 | format version (2) |
/// | 10 | flags (2) and reserved (4), zero |
/// | 16 | generation (8): grows with every change |
/// | 24 | device id (16) |
/// | 40 | what the slot is about |
/// | 480 | BLAKE2b-256 code of bytes 0 to 479 under a key derived from the volume key (32) |
///
/// All integers are little-endian. A change writes the older slot, syncs, writes the other, syncs,
/// so a crash leaves at least one whole slot: the one with the higher generation counts.
enum AuthenticatedSlot {
    static let byteCount = 512
    static let bodyOffset = 40
    private static let codeOffset = 480
    private static let codeByteCount = 32

    /// Why a slot does not count.
    enum Defect: Error {
        case damaged, unsupported
    }

    static func seal(
        magic: String,
        generation: UInt64,
        device: DeviceID,
        body: [UInt8],
        keys: VolumeKeys,
        keyOffset: Int
    ) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter(capacity: byteCount)
        writer.append(magic.utf8)
        writer.append(SealedFormat.current)
        writer.append(UInt16(0))
        writer.append(UInt32(0))
        writer.append(generation)
        writer.append(device.bytes)
        writer.append(body)
        writer.pad(to: codeOffset)
        let code = try KeyedHash.code(
            of: writer.bytes.span.bytes,
            count: codeByteCount,
            key: keys.bytes,
            keyOffset: keyOffset
        )
        writer.append(code)
        return writer.bytes
    }

    /// The generation and a reader at the body.
    static func open(
        _ slot: [UInt8],
        magic: String,
        device: DeviceID,
        keys: VolumeKeys,
        keyOffset: Int
    ) throws -> (generation: UInt64, body: ByteReader) {
        var reader = ByteReader(slot)
        guard slot.count == byteCount, reader.bytes(8) == Array(magic.utf8),
            let version = reader.integer(UInt16.self), let flags = reader.integer(UInt16.self)
        else { throw Defect.damaged }
        guard version == SealedFormat.current, flags == 0 else { throw Defect.unsupported }
        let code = Array(slot[codeOffset...])
        let content = Array(slot[..<codeOffset])
        guard
            try KeyedHash.isValid(
                code,
                for: content.span.bytes,
                key: keys.bytes,
                keyOffset: keyOffset
            ),
            reader.integer(UInt32.self) == 0, let generation = reader.integer(UInt64.self),
            reader.bytes(16) == device.bytes
        else { throw Defect.damaged }
        return (generation, ByteReader(content[bodyOffset...]))
    }
}
