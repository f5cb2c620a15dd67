package import SodiumCrypto
import Synchronization

/// Content that is in memory and wiped after use, on its way to a file.
package final class WipedSource: ContentSource {
    private let buffer: WipedBuffer
    private let position = Mutex(0)

    /// Takes over the buffer.
    package init(_ buffer: consuming WipedBuffer) { self.buffer = buffer }

    /// All of it.
    package var expectedByteCount: Int? { buffer.count }

    /// Copies the next bytes out.
    package func read(into target: inout MutableRawSpan) -> Int {
        let room = target.byteCount
        let start = position.withLock { position in
            defer { position = min(buffer.count, position + room) }
            return position
        }
        let count = min(room, buffer.count - start)
        buffer.withBytes(start..<start + count) { target.storeBytes($0) }
        return count
    }
}
