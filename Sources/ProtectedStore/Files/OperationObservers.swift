import Synchronization

/// Hears of each operation on files before it is done and when it is over, so that a test can
/// count, record and disturb it.
package protocol OperationObserver: Sendable {
    /// Comes before anything is looked at, and while nothing is held: the observer may lock the
    /// device, restart it, or use its files and documents, and is told of what it does itself.
    ///
    /// What it throws the operation fails with, undone, and `didPerform` is not called.
    func willPerform(_ operation: FileOperation) throws(ProtectionError)
    /// Comes when the operation is over, with what it failed with.
    func didPerform(_ operation: FileOperation, _ failure: ProtectionError?)
    /// Comes after an operation on several documents, with what it did to them in turn.
    func didTouch(_ touches: [DocumentTouch], by operation: FileOperation)
}

extension OperationObserver {
    /// Does nothing.
    package func didTouch(_ touches: [DocumentTouch], by operation: FileOperation) {}
}

/// Keeps an ``OperationObserver`` registered; ends with the object or when cancelled.
package final class OperationObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    /// `onCancel` may be called more than once.
    init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit { onCancel() }

    /// No operation is told of after this returns, except those already under way.
    package func cancel() { onCancel() }
}

/// The observers of each operation on a device's files, in the order in which they came.
package final class OperationObservers: Sendable {
    private struct State {
        var next = 0
        var observers: [(id: Int, observer: any OperationObserver)] = []
    }

    private let state = Mutex(State())

    /// Starts without observers.
    package init() {}

    /// Tells `observer` of each operation until the returned object is cancelled or gone.
    package func add(_ observer: any OperationObserver) -> OperationObservation {
        let id = state.withLock { state in
            state.next += 1
            state.observers.append((state.next, observer))
            return state.next
        }
        return OperationObservation { [weak self] in
            // What the observer holds on to may end with it, so it is let go of outside our lock.
            _ = self?.state.withLock { state in
                state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
            }
        }
    }

    /// All observers, to be called outside of our own lock.
    var all: [any OperationObserver] { state.withLock { $0.observers.map(\.observer) } }
}
