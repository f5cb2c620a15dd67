import ProtectedStore
import Synchronization

/// Gives a file's pattern to the store, from its start.
final class PatternSource: ContentSource {
    private let pattern: Pattern
    private let count: UInt64
    private let position = Mutex<UInt64>(0)

    init(_ pattern: Pattern, count: UInt64) {
        self.pattern = pattern
        self.count = count
    }

    func read(into bytes: inout MutableRawSpan) -> Int {
        let room = UInt64(bytes.byteCount)
        let range = position.withLock { position in
            defer { position = min(count, position + room) }
            return position..<min(count, position + room)
        }
        pattern.fill(&bytes, count: range.count, from: range.lowerBound)
        return range.count
    }
}
