import Synchronization

/// How many pages a store may still take in locked memory for what is on its way.
final class PageRoom: Sendable {
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
