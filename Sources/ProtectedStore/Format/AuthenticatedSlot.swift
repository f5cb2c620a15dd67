import KeyManagement
import ProtectionModel
import SodiumCrypto

/// The frame that the records of files, folders and links have in common: 512 bytes, stored twice.
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
/// All integers are little-endian. Magic, size, and place and making of the code are the same in
/// all versions to come, so the code is checked first and what it covers is judged next: a bit that
/// flipped is never taken for a later version, nor a later version for damage. Of two that count the
/// one with the higher generation is the state; ``SlotPair`` says how they are changed.
enum AuthenticatedSlot {
    static let byteCount = 512
    static let bodyOffset = 40
    private static let codeOffset = 480
    private static let codeByteCount = 32

    /// Why a slot does not count.
    enum Defect: Error {
        /// Not what anybody with the volume key wrote.
        case damaged
        /// Authentic, but by a later version than this.
        case unsupported
        /// Authentic, but of something that was in another place.
        case misplaced
        /// Authentic, but of a link or special file, where a file was wanted.
        case noFile(FileMetadata.Kind)
        /// The record is whole, and the extended attributes that it names are not.
        case damagedAttributes
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
    ///
    /// - Throws: ``Defect``; `CryptoError.secretWiped`.
    static func open(
        _ slot: [UInt8],
        magic: String,
        device: DeviceID,
        keys: VolumeKeys,
        keyOffset: Int
    ) throws -> (generation: UInt64, body: ByteReader) {
        guard slot.count == byteCount else { throw Defect.damaged }
        var reader = ByteReader(slot[..<codeOffset])
        guard reader.bytes(8) == Array(magic.utf8),
            try KeyedHash.isValid(
                Array(slot[codeOffset...]),
                for: slot.span.bytes.extracting(0..<codeOffset),
                key: keys.bytes,
                keyOffset: keyOffset
            )
        else { throw Defect.damaged }
        guard reader.integer(UInt16.self) == SealedFormat.current,
            reader.integer(UInt16.self) == 0, reader.integer(UInt32.self) == 0
        else { throw Defect.unsupported }
        guard let generation = reader.integer(UInt64.self), reader.bytes(16) == device.bytes
        else { throw Defect.damaged }
        return (generation, ByteReader(slot[bodyOffset..<codeOffset]))
    }
}
