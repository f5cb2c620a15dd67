/// Where the bytes of a media file or a feed come from: a file of the host, memory, or a handle of a
/// protected file.
///
/// Readers ask for small pieces at any place and never for the media themselves.
public protocol MediaSource {
    /// The length in bytes.
    var byteCount: UInt64 { get }

    /// The `count` bytes from `offset`, fewer only where the source ends.
    ///
    /// - Throws: what the source says when it cannot be read.
    func read(at offset: UInt64, count: Int) throws -> [UInt8]
}

/// A media file or a feed in memory.
public struct MediaBytes: MediaSource, Sendable {
    private let bytes: [UInt8]

    /// Takes the bytes of a file.
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
