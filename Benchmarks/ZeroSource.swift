import ProtectedStore
import Synchronization

/// So many bytes that cost nothing to make.
final class ZeroSource: ContentSource {
    private let remaining: Mutex<Int>

    init(_ count: Int) {
        remaining = Mutex(count)
    }

    func read(into bytes: inout MutableRawSpan) -> Int {
        let room = bytes.byteCount
        return remaining.withLock { remaining in
            let count = min(room, remaining)
            remaining -= count
            return count
        }
    }
}
