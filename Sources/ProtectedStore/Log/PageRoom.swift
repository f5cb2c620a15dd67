import Synchronization
import SystemIO

/// How many pages may still be kept in locked memory.
final class PageRoom: Sendable {
    /// Plaintext that all stores of this process may keep together: half of what the process may
    /// lock, 8 MiB as a rule.
    ///
    /// Keys come first: those of 10,000 open files take 1.3 MB.
    static let ofProcess = PageRoom(
        min(4 << 20, SystemMemory.lockableByteCount / 2) / OpenedPages.pageByteCount
    )

    private let left: Atomic<Int>

    /// Room for so many pages.
    init(_ count: Int) {
        left = Atomic(count)
    }

    /// Takes room for a page.
    ///
    /// - Returns: false when there is none.
    func take() -> Bool {
        guard left.subtract(1, ordering: .relaxed).newValue >= 0 else {
            left.add(1, ordering: .relaxed)
            return false
        }
        return true
    }

    /// Gives room for pages back.
    func give(_ count: Int) { left.add(count, ordering: .relaxed) }
}
