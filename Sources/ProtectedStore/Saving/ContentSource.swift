import SodiumCrypto
import Synchronization

/// Where the content of a file comes from, front to back.
package protocol ContentSource: Sendable {
    /// Fills `bytes`, less only at the end, and says how many came.
    ///
    /// - Throws: whatever reading throws; the file is then not made.
    func read(into bytes: inout MutableRawSpan) throws -> Int
    /// The same, and calls `onPiece` each time that something has come.
    ///
    /// A source that waits in the middle says so: what waits for long is not in use.
    ///
    /// - Throws: whatever reading throws.
    func read(into bytes: inout MutableRawSpan, onPiece: () -> Void) throws -> Int
    /// How many bytes to expect, so that small content needs no large buffer; nil when unknown.
    ///
    /// A wrong hint costs time and nothing else.
    var expectedByteCount: Int? { get }
}

extension ContentSource {
    /// For what comes all at once.
    package func read(into bytes: inout MutableRawSpan, onPiece: () -> Void) throws -> Int {
        let count = try read(into: &bytes)
        if count > 0 { onPiece() }
        return count
    }

    /// The length is unknown.
    package var expectedByteCount: Int? { nil }
}

/// Content that is already in memory.
package final class BytesSource: ContentSource {
    private let bytes: [UInt8]
    private let position = Mutex(0)

    /// Reads `bytes` from the start.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var expectedByteCount: Int? { bytes.count }

    package func read(into target: inout MutableRawSpan) -> Int {
        let room = target.byteCount
        let start = position.withLock { position in
            defer { position = min(bytes.count, position + room) }
            return position
        }
        let count = min(room, bytes.count - start)
        let content = bytes
        let all = content.span
        let part = all.bytes.extracting(start..<start + count)
        target.storeBytes(part)
        return count
    }
}
