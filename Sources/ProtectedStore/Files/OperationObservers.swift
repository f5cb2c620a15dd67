import Synchronization

/// Those who hear of each operation on a device's files, in the order in which they came.
package final class OperationObservers: Sendable {
    private struct State {
        var next = 0
        var observers: [(id: Int, observer: any OperationObserver)] = []
    }

    private let state = Mutex(State())

    /// Nobody yet.
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

    /// Everybody, to be called outside of our own lock.
    var all: [any OperationObserver] { state.withLock { $0.observers.map(\.observer) } }
}
