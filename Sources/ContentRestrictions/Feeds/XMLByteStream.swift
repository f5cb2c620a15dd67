import ProtectionModel

/// The bytes of an XML document one after the other: UTF-8, without the control characters that XML
/// forbids.
struct XMLByteStream {
    private static let chunkByteCount = 64 << 10

    private let source: any MediaSource
    private var chunk: [UInt8] = []
    private var index = 0
    private var chunkStart: UInt64 = 0
    private var sequence = UTF8Sequence()
    /// The line of the next byte, from 1.
    private(set) var line = 1

    init(_ source: any MediaSource) {
        self.source = source
    }

    /// Where the next byte stands.
    var offset: UInt64 { chunkStart + UInt64(index) }

    /// The next byte, which stays; nil at the end.
    mutating func peek() throws(MediaRatingError) -> UInt8? {
        if index == chunk.count { try load() }
        return index < chunk.count ? chunk[index] : nil
    }

    /// Takes the next byte; nil at the end.
    mutating func next() throws(MediaRatingError) -> UInt8? {
        guard let byte = try peek() else {
            guard sequence.isComplete else { throw malformed("it is not valid UTF-8") }
            return nil
        }
        if byte >= 0x80 || !sequence.isComplete {
            guard sequence.take(byte) else { throw malformed("it is not valid UTF-8") }
        } else if byte < 0x20 {
            guard byte == 0x0A || byte == 0x09 || byte == 0x0D else {
                throw malformed("it holds the control character \(byte)")
            }
            if byte == 0x0A { line += 1 }
        }
        index += 1
        return byte
    }

    /// A refusal that names the place.
    func malformed(_ message: String) -> MediaRatingError {
        MediaRatingError(.malformedRating, message, offset: offset, line: line)
    }

    private mutating func load() throws(MediaRatingError) {
        let start = offset
        let count = min(
            UInt64(Self.chunkByteCount),
            source.byteCount - min(start, source.byteCount)
        )
        guard count > 0 else { return }
        do {
            chunk = try source.read(at: start, count: Int(count))
        } catch let error as MediaRatingError {
            throw error
        } catch {
            throw MediaRatingError(.inputOutput, "it cannot be read", offset: start, cause: error)
        }
        guard !chunk.isEmpty else {
            throw MediaRatingError(.inputOutput, "it became shorter", offset: start)
        }
        chunkStart = start
        index = 0
    }
}
