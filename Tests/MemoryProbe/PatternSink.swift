import ProtectedStore
import Synchronization

/// Compares what the store reads with a file's pattern, and keeps nothing.
final class PatternSink: ContentSink {
    private struct Seen {
        var count: UInt64 = 0
        var isIntact = true
    }

    let isSequential = false
    private let pattern: Pattern
    private let seen = Mutex(Seen())

    init(_ pattern: Pattern) {
        self.pattern = pattern
    }

    /// How many bytes came; nil when one was wrong.
    var count: UInt64? { seen.withLock { $0.isIntact ? $0.count : nil } }

    func write(_ bytes: RawSpan, at offset: UInt64) {
        let isIntact = pattern.matches(bytes, from: offset)
        seen.withLock { seen in
            seen.count += UInt64(bytes.byteCount)
            seen.isIntact = seen.isIntact && isIntact
        }
    }
}
