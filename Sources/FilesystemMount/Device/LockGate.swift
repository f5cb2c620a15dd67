import ProtectedStore
import ProtectionModel
import Synchronization
import SystemPackage

/// What becomes of a request whose key is not there.
package enum LockedAccess: String, Sendable, CaseIterable {
    /// It fails: `ENOKEY` at an open, `EKEYREVOKED` on an open handle.
    case fail
    /// It waits for the unlock; a signal interrupts it.
    case wait
}

/// Where requests meet the lock.
///
/// While a lock is under way the kernel gives back what it has of the files concerned, and nobody
/// may fetch more of them: from ``close(_:)`` until the keys are gone a read fails that would still
/// have a key. What waits for the unlock holds pages of its file, for which the kernel would have to
/// wait when it gives that file back; so it is known which nodes have somebody waiting.
final class LockGate: Sendable {
    private struct State {
        /// Classes whose keys are about to go.
        var going: Set<ProtectionClass> = []
        /// Grows with everything that may bring keys back.
        var arrivals = 0
        /// How many requests wait for a key, by node.
        var waiting: [NodeID: Int] = [:]
    }

    private let access: LockedAccess
    private let state = Mutex(State())
    private let queue = WaitQueue()

    init(_ access: LockedAccess) {
        self.access = access
    }

    /// Lets nobody have content of these classes any more.
    func close(_ classes: [ProtectionClass]) { state.withLock { $0.going.formUnion(classes) } }

    /// The keys are gone, so the store itself refuses.
    func reopen(_ classes: [ProtectionClass]) { state.withLock { $0.going.subtract(classes) } }

    /// Keys may be there again, or the device is off and none will be.
    func wake() {
        state.withLock { $0.arrivals += 1 }
        queue.wakeAll()
    }

    /// Whether a request waits that holds pages of the node.
    func hasWaiting(_ node: NodeID) -> Bool { state.withLock { $0.waiting[node] != nil } }

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
        _ node: NodeID,
        isOpen: Bool,
        _ context: borrowing RequestContext,
        _ body: () throws -> Result
    ) throws(Errno) -> Result {
        while true {
            let arrivals = state.withLock { $0.arrivals }
            do { return try body() } catch {
                guard access == .wait, Errno(error) == .requiredKeyNotAvailable else {
                    throw Errno(error, isOpen: isOpen)
                }
            }
            try wait(node, after: arrivals, context)
        }
    }

    private func wait(
        _ node: NodeID,
        after arrivals: Int,
        _ context: borrowing RequestContext
    ) throws(Errno) {
        state.withLock { $0.waiting[node, default: 0] += 1 }
        defer {
            state.withLock { state in
                let left = (state.waiting[node] ?? 1) - 1
                state.waiting[node] = left > 0 ? left : nil
            }
        }
        try context.wait(in: queue) { state.withLock { $0.arrivals != arrivals } }
    }
}
