import ProtectionModel

/// Looks at a source through a buffer of bounded size.
struct MediaWindow {
    /// How far is read ahead, in bytes.
    static let readAhead: UInt64 = 64 << 10

    let byteCount: UInt64
    private let source: any MediaSource
    private var bytes: [UInt8] = []
    private var start: UInt64 = 0
    /// How many bytes were read; readers bound it.
    private(set) var readByteCount: UInt64 = 0

    init(_ source: any MediaSource) {
        self.source = source
        byteCount = source.byteCount
    }

    /// The first bytes of the source, fewer than `count` where it is shorter.
    mutating func first(_ count: Int) throws(ProtectionError) -> ArraySlice<UInt8> {
        try bytes(at: 0, count: Int(min(UInt64(count), byteCount)), readingTo: 0)
    }

    /// Exactly `count` bytes, all before the end of the source; what is read besides ends before
    /// `limit`.
    mutating func bytes(
        at offset: UInt64,
        count: Int,
        readingTo limit: UInt64
    ) throws(ProtectionError) -> ArraySlice<UInt8> {
        let end = offset + UInt64(count)
        if offset < start || end > start + UInt64(bytes.count) {
            let ahead = limit > offset ? min(limit - offset, Self.readAhead) : 0
            try load(at: offset, count: max(count, Int(ahead)), needed: count)
        }
        let index = Int(offset - start)
        return bytes[index..<index + count]
    }

    /// A number of 1 to 8 bytes, the highest first.
    mutating func number(
        at offset: UInt64,
        byteCount: Int,
        readingTo limit: UInt64
    ) throws(ProtectionError) -> UInt64 {
        try bytes(at: offset, count: byteCount, readingTo: limit)
            .reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func load(
        at offset: UInt64,
        count: Int,
        needed: Int
    ) throws(ProtectionError) {
        do {
            bytes = try source.read(at: offset, count: count)
        } catch let error as ProtectionError {
            throw error
        } catch {
            throw ProtectionError(.inputOutput, "it cannot be read", offset: offset, cause: error)
        }
        start = offset
        readByteCount += UInt64(bytes.count)
        guard bytes.count >= needed else {
            throw ProtectionError(.inputOutput, "it became shorter", offset: offset)
        }
    }
}
