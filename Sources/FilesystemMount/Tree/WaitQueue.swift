import Synchronization
import SystemIO

/// What requests wait in for something to change.
package final class WaitQueue: Sendable {
    private let sleepers = Mutex<[ObjectIdentifier: WakeUp]>([:])

    /// An empty queue.
    package init() {}

    /// Lets every request that waits look at its condition again; call it after each change.
    package func wakeAll() {
        sleepers.withLock { sleepers in
            for sleeper in sleepers.values { sleeper.signal() }
        }
    }

    func enter(_ sleeper: WakeUp) {
        sleepers.withLock { $0[ObjectIdentifier(sleeper)] = sleeper }
    }

    func leave(_ sleeper: WakeUp) {
        _ = sleepers.withLock { $0.removeValue(forKey: ObjectIdentifier(sleeper)) }
    }
}
