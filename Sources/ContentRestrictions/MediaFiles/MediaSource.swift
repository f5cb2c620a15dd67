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
