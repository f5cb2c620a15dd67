/// A media file or a feed that is in memory already.
public struct MediaBytes: MediaSource, Sendable {
    private let bytes: [UInt8]

    /// Lends bytes to a reader.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The length in bytes.
    public var byteCount: UInt64 { UInt64(bytes.count) }

    /// The `count` bytes from `offset`, fewer only at the end.
    public func read(at offset: UInt64, count: Int) -> [UInt8] {
        guard offset < byteCount else { return [] }
        let start = Int(offset)
        return Array(bytes[start..<start + min(count, bytes.count - start)])
    }
}
