import KeyManagement
import ProtectionModel
import SodiumCrypto

/// The only kind of record in a log: 88 bytes of header, then the payload, sealed in chunks.
///
/// | bytes | field (little-endian) |
/// |---|---|
/// | 0 | number (8), from 1 |
/// | 8 | offset in the file (8); for SETLEN the new length; for INDEX the offset in the index |
/// | 16 | length (8): bytes of data, of zeros or of the index; 0 with SETLEN |
/// | 24 | logical length of the file after this frame (8) |
/// | 32 | flags (4): 1 ZERO, 2 SETLEN, 4 MORE, 8 INDEX; zeros (4) |
/// | 40 | time of the change (8), in nanoseconds since 1970 (UTC), signed |
/// | 48 | nonce (24) |
/// | 72 | code (16): BLAKE2b-128 of file id || bytes 0 to 71 || the tag before, under a key derived from the volume key |
/// | 88 | payload in chunks, each sealed by ``FrameCipher`` |
///
/// The time with the lowest number, -2^63, says that the content stays as it is, and so does the
/// time of its last change.
///
/// The payload is at most 1 MiB and empty with ZERO and SETLEN; an empty one is one tag. The last
/// tag is the frame's. The code holds the previous frame's tag (before the first frame, and before
/// an index: the base's commitment) and is what each chunk is authenticated with, so frames can be
/// neither dropped, reordered nor taken from elsewhere. A frame without MORE ends a group, and only
/// whole groups count.
struct LogFrame: Sendable, Equatable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt32
        static let zero = Flags(rawValue: 1)
        static let setLength = Flags(rawValue: 2)
        static let more = Flags(rawValue: 4)
        static let index = Flags(rawValue: 8)
        static let all: Flags = [.zero, .setLength, .more, .index]
    }

    static let headerByteCount = 88
    static let payloadLimit = 1 << 20
    static let tagByteCount = XChaCha20Poly1305.tagByteCount
    private static let codedByteCount = 72
    private static let codeByteCount = 16

    var number: UInt64
    var offset: UInt64
    var length: UInt64
    var logicalLength: UInt64
    var flags: Flags
    var time: FrameTime
    var nonce: [UInt8]

    /// Bytes of payload, without the tag.
    var payloadByteCount: Int {
        flags.isDisjoint(with: [.zero, .setLength]) ? Int(length) : 0
    }

    /// What of the file it covers, for data and zeros.
    var range: Range<UInt64> { offset..<offset + length }

    /// Bytes of the whole record, whose payload is cut into chunks of so many bytes.
    func byteCount(chunk: Int) -> Int { Self.byteCount(ofPayload: payloadByteCount, chunk: chunk) }

    /// Bytes of a record with a payload of so many bytes.
    static func byteCount(ofPayload count: Int, chunk: Int) -> Int {
        headerByteCount + XChaCha20Poly1305.sealedByteCount(of: count, chunkByteCount: chunk)
    }

    /// The change of content that it is; nil when the content stays as it is.
    var change: LoggedChange? { time.timestamp.map { LoggedChange(number: number, time: $0) } }

    /// Whether the frame begins a group that holds an index.
    var beginsIndex: Bool { flags.contains(.index) && offset == 0 }

    /// The frame as it goes to the file, with the code that its chunks are authenticated with.
    ///
    /// `previousTag` is the tag of the frame before, or the commitment.
    func encode(
        _ fileID: FileID,
        _ keys: VolumeKeys,
        after previousTag: [UInt8]
    ) throws(CryptoError) -> (bytes: [UInt8], code: [UInt8]) {
        var writer = ByteWriter(capacity: Self.headerByteCount)
        writer.append(number)
        writer.append(offset)
        writer.append(length)
        writer.append(logicalLength)
        writer.append(flags.rawValue)
        writer.append(UInt32(0))
        writer.append(time.nanoseconds)
        writer.append(nonce)
        let code = try Self.code(writer.bytes, fileID, keys, after: previousTag)
        writer.append(code)
        return (writer.bytes, code)
    }

    /// The frame in a header, with its code; nil when it does not authenticate or makes no sense.
    ///
    /// `tags` are those of the frame before and of the start of a log, the commitment.
    static func decode(
        _ header: [UInt8],
        _ fileID: FileID,
        _ keys: VolumeKeys,
        after tags: (previous: [UInt8], commitment: [UInt8])
    ) throws(CryptoError) -> (frame: LogFrame, code: [UInt8])? {
        guard header.count == headerByteCount else { return nil }
        let coded = Array(header[..<codedByteCount])
        guard let frame = LogFrame(coded) else { return nil }
        let code = try Self.code(
            coded,
            fileID,
            keys,
            after: frame.beginsIndex ? tags.commitment : tags.previous
        )
        guard ConstantTime.areEqual(code, Array(header[codedByteCount...])) else { return nil }
        return (frame, code)
    }

    /// Nil when the fields contradict each other.
    private init?(_ coded: [UInt8]) {
        var reader = ByteReader(coded)
        guard let number = reader.integer(UInt64.self), let offset = reader.integer(UInt64.self),
            let length = reader.integer(UInt64.self), let logical = reader.integer(UInt64.self),
            let flags = reader.integer(UInt32.self).map(Flags.init(rawValue:)),
            reader.integer(UInt32.self) == 0, let time = reader.integer(UInt64.self),
            let nonce = reader.bytes(24)
        else { return nil }
        self.init(
            number: number,
            offset: offset,
            length: length,
            logicalLength: logical,
            flags: flags,
            time: FrameTime(nanoseconds: Int64(bitPattern: time)),
            nonce: nonce
        )
        guard isSensible else { return nil }
    }

    init(
        number: UInt64,
        offset: UInt64,
        length: UInt64,
        logicalLength: UInt64,
        flags: Flags,
        time: FrameTime,
        nonce: [UInt8]
    ) {
        self.number = number
        self.offset = offset
        self.length = length
        self.logicalLength = logicalLength
        self.flags = flags
        self.time = time
        self.nonce = nonce
    }

    /// Keeps every sum below far from overflow.
    static let lengthLimit = UInt64(Int64.max) / 4

    private var isSensible: Bool {
        guard flags.isSubset(of: .all), offset <= Self.lengthLimit, length <= Self.lengthLimit,
            logicalLength <= Self.lengthLimit
        else { return false }
        if flags.contains(.index) {
            return flags.isDisjoint(with: [.zero, .setLength]) && length > 0
                && length <= UInt64(Self.payloadLimit)
        }
        if flags.contains(.setLength) {
            return !flags.contains(.zero) && length == 0 && logicalLength == offset
        }
        return logicalLength >= offset + length
            && (flags.contains(.zero) || length <= UInt64(Self.payloadLimit))
    }

    private static func code(
        _ coded: [UInt8],
        _ fileID: FileID,
        _ keys: VolumeKeys,
        after previousTag: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try KeyedHash.code(
            of: (fileID.bytes + coded + previousTag).span.bytes,
            count: codeByteCount,
            key: keys.bytes,
            keyOffset: VolumeKeys.frameOffset
        )
    }
}

/// A time as a frame has it: from 1677 to 2262, and what lies outside is cut.
struct FrameTime: Sendable, Equatable {
    /// The content is as old as before.
    static let unchanged = FrameTime(nanoseconds: .min)
    private static let perSecond: Int64 = 1_000_000_000

    let nanoseconds: Int64

    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The nearest time that a frame can have.
    init(_ time: Timestamp) {
        let (product, isTooFar) = time.seconds.multipliedReportingOverflow(by: Self.perSecond)
        let (sum, isFarther) = product.addingReportingOverflow(time.nanoseconds)
        let farthest = time.seconds < 0 ? .min + 1 : Int64.max
        nanoseconds = isTooFar || isFarther ? farthest : max(sum, .min + 1)
    }

    /// Nil for ``unchanged``.
    var timestamp: Timestamp? {
        guard self != .unchanged else { return nil }
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: Self.perSecond)
        return rest < 0
            ? Timestamp(seconds: seconds - 1, nanoseconds: rest + Self.perSecond)
            : Timestamp(seconds: seconds, nanoseconds: rest)
    }
}
