import SodiumCrypto
import Synchronization

/// Where the content of a file goes.
package protocol ContentSink: Sendable {
    /// Whether pieces must come front to back; otherwise they come in any order, from any thread.
    var isSequential: Bool { get }
    /// Takes the bytes that belong at `offset`.
    ///
    /// - Throws: whatever writing throws.
    func write(_ bytes: RawSpan, at offset: UInt64) throws
}

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
