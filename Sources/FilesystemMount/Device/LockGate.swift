import ProtectedStore
import ProtectionModel
import Synchronization
import SystemPackage

/// What becomes of a request whose key is not there.
package enum LockedAccess: String, Sendable, CaseIterable {
    /// It fails: `ENOKEY` at an open, `EKEYREVOKED` on an open handle.
    case fail
    /// It waits for the unlock; a signal interrupts it.
    ///
    /// What comes in the moment of the lock itself is interrupted, too (`EINTR`): it would hold a
    /// page that the kernel has to give back.
    case wait
}

/// Where requests meet the lock.
///
/// While a lock is under way the kernel gives back what it has of the files concerned, and nobody
/// may fetch more of them: from ``close(_:)`` until the keys are gone a read fails that would still
/// have a key. What waits for the unlock holds pages of its file, for which the kernel would have to
/// wait when it gives that file back; so nobody begins to wait meanwhile.
final class LockGate: Sendable {
    private struct State {
        /// Classes whose keys are about to go.
        var going: Set<ProtectionClass> = []
        /// Grows with everything that may bring keys back.
        var arrivals = 0
        /// The device goes off: no key will come any more.
        var isEnding = false
    }

    private let access: LockedAccess
    private let state = Mutex(State())
    private let queue = WaitQueue()

    init(_ access: LockedAccess) {
        self.access = access
    }

    /// Lets nobody have content of these classes any more.
    ///
    /// A class-B file that is open stays so.
    func close(_ classes: [ProtectionClass]) {
        let classes = classes.filter { $0 != .completeUnlessOpen }
        state.withLock { $0.going.formUnion(classes) }
    }

    /// The keys are gone, so the store itself refuses.
    func reopen(_ classes: [ProtectionClass]) { state.withLock { $0.going.subtract(classes) } }

    /// Keys may be there again, or the device is off and none will be.
    func wake() {
        state.withLock { $0.arrivals += 1 }
        queue.wakeAll()
    }

    /// The device goes off: whoever waits fails now, and nobody waits any more.
    func end() {
        state.withLock { $0.isEnding = true }
        wake()
    }

    /// - Throws: `ProtectionError` with `protected-data-unavailable` while the keys of a class are
    ///   about to go.
    func check(_ protection: ProtectionClass?, _ path: DevicePath) throws {
        guard let protection, state.withLock({ $0.going.contains(protection) }) else { return }
        throw ProtectionError(.protectedDataUnavailable, path: path)
    }

    /// Runs `body`, and again after the unlock if it lacked a key and requests wait here.
    ///
    /// - Throws: what the system call fails with; on an open handle, a missing key is
    ///   `EKEYREVOKED`.
    func perform<Result>(
        isOpen: Bool,
        _ context: borrowing RequestContext,
        _ body: () throws -> Result
    ) throws(Errno) -> Result {
        while true {
            let arrivals = state.withLock { $0.arrivals }
            do { return try body() } catch {
                let (isEnding, isLocking) = state.withLock { ($0.isEnding, !$0.going.isEmpty) }
                guard access == .wait, !isEnding, Errno(error) == .requiredKeyNotAvailable else {
                    throw Errno(error, isOpen: isOpen)
                }
                guard !isLocking else { throw .interrupted }
            }
            try context.wait(in: queue) { state.withLock { $0.arrivals != arrivals } }
        }
    }
}
