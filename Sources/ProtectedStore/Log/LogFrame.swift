import KeyManagement
import SodiumCrypto

/// The only kind of record in a log: 80 bytes of header, the sealed payload, its tag.
///
/// | bytes | field (little-endian) |
/// |---|---|
/// | 0 | number (8), from 1 |
/// | 8 | offset in the file (8); for SETLEN the new length |
/// | 16 | length (8): bytes of data, or of zeros; 0 with SETLEN |
/// | 24 | logical length of the file after this frame (8) |
/// | 32 | flags (4): 1 ZERO, 2 SETLEN, 4 MORE; zeros (4) |
/// | 40 | nonce (24) |
/// | 64 | BLAKE2b-128 code of file id || bytes 0 to 63, under a key derived from the volume key |
/// | 80 | payload, sealed with XChaCha20-Poly1305 under the log key, and tag (16) |
///
/// The payload is at most 64 KiB and empty with ZERO and SETLEN. Associated data is the header and
/// the previous frame's tag (before the first frame: the base's commitment), so frames can be
/// neither dropped, reordered nor taken from elsewhere. A frame without MORE ends a group, and only
/// whole groups count.
struct LogFrame: Sendable, Equatable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt32
        static let zero = Flags(rawValue: 1)
        static let setLength = Flags(rawValue: 2)
        static let more = Flags(rawValue: 4)
        static let all: Flags = [.zero, .setLength, .more]
    }

    static let headerByteCount = 80
    static let payloadLimit = 65_536
    static let tagByteCount = XChaCha20Poly1305.tagByteCount
    private static let codedByteCount = 64
    private static let codeByteCount = 16

    var number: UInt64
    var offset: UInt64
    var length: UInt64
    var logicalLength: UInt64
    var flags: Flags
    var nonce: [UInt8]

    /// Bytes of payload, without the tag.
    var payloadByteCount: Int {
        flags.isDisjoint(with: [.zero, .setLength]) ? Int(length) : 0
    }

    /// Bytes of the whole record.
    var byteCount: Int { Self.headerByteCount + payloadByteCount + Self.tagByteCount }

    func encode(_ fileID: FileID, _ keys: VolumeKeys) throws(CryptoError) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.headerByteCount)
        writer.append(number)
        writer.append(offset)
        writer.append(length)
        writer.append(logicalLength)
        writer.append(flags.rawValue)
        writer.append(UInt32(0))
        writer.append(nonce)
        writer.append(try Self.code(writer.bytes, fileID, keys))
        return writer.bytes
    }

    /// The frame in a header; nil when it does not authenticate or makes no sense.
    static func decode(
        _ header: [UInt8],
        _ fileID: FileID,
        _ keys: VolumeKeys
    ) throws(CryptoError) -> LogFrame? {
        guard header.count == headerByteCount else { return nil }
        let coded = Array(header[..<codedByteCount])
        let code = Array(header[codedByteCount...])
        guard ConstantTime.areEqual(try Self.code(coded, fileID, keys), code) else { return nil }
        var reader = ByteReader(coded)
        guard let number = reader.integer(UInt64.self), let offset = reader.integer(UInt64.self),
            let length = reader.integer(UInt64.self), let logical = reader.integer(UInt64.self),
            let flags = reader.integer(UInt32.self).map(Flags.init(rawValue:)),
            reader.integer(UInt32.self) == 0, let nonce = reader.bytes(24)
        else { return nil }
        let frame = LogFrame(
            number: number,
            offset: offset,
            length: length,
            logicalLength: logical,
            flags: flags,
            nonce: nonce
        )
        return frame.isSensible ? frame : nil
    }

    /// Keeps every sum below far from overflow.
    static let lengthLimit = UInt64(Int64.max) / 4

    private var isSensible: Bool {
        guard flags.isSubset(of: .all), offset <= Self.lengthLimit, length <= Self.lengthLimit,
            logicalLength <= Self.lengthLimit
        else { return false }
        if flags.contains(.setLength) {
            return !flags.contains(.zero) && length == 0 && logicalLength == offset
        }
        return logicalLength >= offset + length
            && (flags.contains(.zero) || length <= UInt64(Self.payloadLimit))
    }

    private static func code(
        _ coded: [UInt8],
        _ fileID: FileID,
        _ keys: VolumeKeys
    ) throws(CryptoError) -> [UInt8] {
        try KeyedHash.code(
            of: (fileID.bytes + coded).span.bytes,
            count: codeByteCount,
            key: keys.bytes,
            keyOffset: VolumeKeys.frameOffset
        )
    }
}
