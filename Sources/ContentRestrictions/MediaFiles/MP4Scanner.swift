import ProtectionModel

/// Goes from box to box of an MP4 file, within limits.
///
/// Every box ends where its parent does or before, and is at least as long as its header; so boxes
/// neither overlap nor stand still, and the work is bounded by their number.
struct MP4Scanner {
    /// A fragmented recording of several hours has that many.
    static let boxLimit = 1 << 20
    /// In bytes: metadata, and what is read along with them because it is near.
    static let readLimit: UInt64 = 16 << 20
    /// In bytes, of one value.
    static let valueLimit: UInt64 = 64 << 10

    private var window: MediaWindow
    private var boxCount = 0
    /// The end of the outermost box that is being read, and of the header behind it.
    private var readingTo: UInt64 = 0

    init(_ window: MediaWindow) {
        self.window = window
    }

    /// The length of the file.
    var byteCount: UInt64 { window.byteCount }

    /// The box at an offset of the outermost level; nil behind the last.
    ///
    /// Nothing but headers is read here: the media stand beside them.
    mutating func box(at offset: UInt64) throws(ProtectionError) -> MP4Box? {
        readingTo = 0
        let box = try box(at: offset, before: byteCount, isOutermost: true)
        readingTo = box.map { min($0.end, byteCount - min(8, byteCount)) + 8 } ?? 0
        return box
    }

    /// The box at an offset within another; nil behind the last.
    mutating func box(
        at offset: UInt64,
        in parent: MP4Box
    ) throws(ProtectionError) -> MP4Box? {
        try box(at: offset, before: parent.end, isOutermost: false)
    }

    /// Some bytes of a box, at most ``valueLimit``.
    mutating func bytes(
        at offset: UInt64,
        to end: UInt64,
        of box: MP4Box
    ) throws(ProtectionError) -> ArraySlice<UInt8> {
        guard end - offset <= Self.valueLimit else {
            throw malformed("the value of '\(box.type)' has \(end - offset) bytes", offset)
        }
        guard window.readByteCount <= Self.readLimit else {
            throw malformed("its metadata have more than \(Self.readLimit) bytes", offset)
        }
        return try window.bytes(at: offset, count: Int(end - offset), readingTo: readingTo)
    }

    /// A refusal that names the place.
    func malformed(_ message: String, _ offset: UInt64) -> ProtectionError {
        ProtectionError(.malformedRating, message, offset: offset)
    }

    private mutating func box(
        at offset: UInt64,
        before end: UInt64,
        isOutermost: Bool
    ) throws(ProtectionError) -> MP4Box? {
        let room = end - offset
        guard room > 0 else { return nil }
        try count(at: offset, isOutermost: isOutermost)
        guard room >= 8 else {
            // QuickTime ends its user data with four zeros.
            let rest = try window.bytes(at: offset, count: Int(room), readingTo: readingTo)
            guard !isOutermost, rest.allSatisfy({ $0 == 0 }) else {
                throw malformed("\(room) bytes are too few for a box", offset)
            }
            return nil
        }
        return try box(at: offset, within: room, isOutermost: isOutermost)
    }

    /// The box whose header is at an offset, with `room` bytes, 8 at least, before its parent's end.
    private mutating func box(
        at offset: UInt64,
        within room: UInt64,
        isOutermost: Bool
    ) throws(ProtectionError) -> MP4Box {
        let header = try window.number(at: offset, byteCount: 8, readingTo: readingTo)
        let type = FourCharacters(rawValue: UInt32(truncatingIfNeeded: header))
        var size = header >> 32
        var headerByteCount: UInt64 = 8
        switch size {
        case 0 where isOutermost: size = room
        case 1:
            headerByteCount = 16
            guard room >= 16 else {
                throw malformed("the header of '\(type)' is cut off", offset)
            }
            size = try window.number(at: offset + 8, byteCount: 8, readingTo: readingTo)
        default: break
        }
        guard size >= headerByteCount else {
            throw malformed("the box '\(type)' has \(size) bytes, less than its header", offset)
        }
        guard size <= room else {
            throw malformed("the box '\(type)' has \(size) bytes where \(room) are left", offset)
        }
        return MP4Box(
            type: type,
            offset: offset,
            payload: offset + headerByteCount,
            end: offset + size
        )
    }

    private mutating func count(
        at offset: UInt64,
        isOutermost: Bool
    ) throws(ProtectionError) {
        boxCount += 1
        guard boxCount <= Self.boxLimit else {
            throw malformed("it has more than \(Self.boxLimit) boxes", offset)
        }
        guard isOutermost || window.readByteCount <= Self.readLimit else {
            throw malformed("its metadata have more than \(Self.readLimit) bytes", offset)
        }
    }
}

/// A box of an MP4 file: a size, a type and what is in it (ISO/IEC 14496-12, 4.2).
///
///     size 4 bytes | type 4 bytes | size 8 bytes, where the first is 1 | payload
///
/// The size counts the header. 0 stands for "to the end of the file", on the outermost level only.
struct MP4Box {
    let type: FourCharacters
    /// Where the header begins.
    let offset: UInt64
    /// Where the payload begins.
    let payload: UInt64
    /// Where the box ends: never before `payload`, never after its parent.
    let end: UInt64

    var payloadByteCount: UInt64 { end - payload }
}
