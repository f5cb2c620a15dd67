import SodiumCrypto
import Synchronization

/// Collects content in memory.
package final class BytesSink: ContentSink {
    private let collected = Mutex<[UInt8]>([])

    /// Starts empty.
    package init() {}

    package var isSequential: Bool { true }

    /// Everything so far.
    package var bytes: [UInt8] { collected.withLock { $0 } }

    package func write(_ bytes: RawSpan, at offset: UInt64) {
        collected.withLock { $0.append(contentsOf: bytes.array) }
    }
}
