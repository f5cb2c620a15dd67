import SodiumCrypto
import Synchronization

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
