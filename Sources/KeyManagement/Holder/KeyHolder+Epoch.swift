import ProtectionModel
import Synchronization

extension KeyHolder {
    /// Grows with every lock, discard, restart and end, so that a key on its way to another process
    /// can be told from a discard that came later.
    package var epoch: UInt64 { state.withLock { $0.epoch } }

    /// Lets deadlines that have passed take effect, after any transition under way.
    ///
    /// For a thread of its own, never for an observer.
    func advanceWaiting() {
        // The body never throws.
        try? transition { state, now in state.machine.advance(to: now) }
    }
}
