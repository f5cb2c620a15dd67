import Synchronization
package import SystemIO

/// Whether the program that waits for a request was interrupted, for one worker and the request that
/// it has.
package final class Interruption: Sendable {
    /// The request that the worker has; 0 when it has none, since the kernel never gives that number.
    private let current = Atomic<UInt64>(0)
    /// The request that was interrupted last; never reset, since numbers never come back.
    private let interrupted = Atomic<UInt64>(0)
    private let isEnding = Atomic<Bool>(false)
    let wakeUp: WakeUp

    /// - Throws: ``SystemError`` when there are too many open files.
    package init() throws(SystemError) {
        wakeUp = try WakeUp()
    }

    /// The worker has read a request, or, with 0, has answered it.
    func begin(_ unique: UInt64) {
        current.store(unique, ordering: .sequentiallyConsistent)
    }

    /// Interrupts the request if the worker has it, and says whether it does.
    package func interrupt(_ unique: UInt64) -> Bool {
        guard current.load(ordering: .sequentiallyConsistent) == unique else { return false }
        interrupted.store(unique, ordering: .sequentiallyConsistent)
        wakeUp.signal()
        return true
    }

    /// Wakes what waits, since the file system ends.
    func end() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        wakeUp.signal()
    }

    /// Whether a request was interrupted, or is not waited for because the file system ends.
    func isInterrupted(_ unique: UInt64) -> Bool {
        interrupted.load(ordering: .sequentiallyConsistent) == unique
            || isEnding.load(ordering: .sequentiallyConsistent)
    }
}
