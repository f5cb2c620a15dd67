import CSystemShims
import Synchronization

/// Lets many threads borrow the secrets of a group at once, and lets one wipe wait for all of them.
///
/// No borrower waits to enter: a borrower who comes while a wipe is under way is turned away, because
/// what it wants to borrow is about to be gone. That also makes nested borrowing free of deadlocks.
final class LendingGate: Sendable {
    private static let closing: UInt64 = 1 << 63

    private let state = Atomic<UInt64>(0)
    private let discards = Atomic<UInt64>(0)
    private let wiping = Mutex(())

    /// Counts the wipes so far; a secret made before the latest one is dead.
    var generation: UInt64 { discards.load(ordering: .acquiring) }

    /// - Returns: false when the group is being wiped.
    func enter() -> Bool {
        let before = state.add(1, ordering: .acquiringAndReleasing).oldValue
        guard before & Self.closing == 0 else {
            leave()
            return false
        }
        return true
    }

    func leave() {
        state.subtract(1, ordering: .acquiringAndReleasing)
    }

    /// Turns borrowers away, waits for those inside, runs `wipe` alone, and opens again.
    ///
    /// Two wipes of one group follow each other.
    ///
    /// - Precondition: the caller holds no loan and no lock that a borrower might ask for.
    func close(_ wipe: () -> Void) {
        wiping.withLock { _ in closeAlone(wipe) }
    }

    private func closeAlone(_ wipe: () -> Void) {
        state.bitwiseOr(Self.closing, ordering: .acquiringAndReleasing)
        discards.add(1, ordering: .acquiringAndReleasing)
        // A borrower holds a secret for at most 64 chunks (about a millisecond), so spinning is
        // shorter than any wake-up would be.
        while state.load(ordering: .acquiring) != Self.closing {
            // sched_yield(2)
            shim_yield()
        }
        wipe()
        state.bitwiseAnd(~Self.closing, ordering: .acquiringAndReleasing)
    }
}
