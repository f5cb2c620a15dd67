import Synchronization

/// The observers of a key service, called one after the other.
package final class ObserverList: Sendable {
    private struct State {
        var next = 0
        var observers: [(id: Int, call: @Sendable (LockNotice) -> Void)] = []
    }

    private let state = Mutex(State())

    /// An empty list.
    package init() {}

    /// Registers an observer until the returned object is cancelled or gone.
    package func add(_ observer: @escaping @Sendable (LockNotice) -> Void) -> LockObservation {
        let id = state.withLock { state in
            state.next += 1
            state.observers.append((state.next, observer))
            return state.next
        }
        return LockObservation { [weak self] in
            // What the observer holds on to may end with it and come back here, so it is let go of
            // outside our lock.
            _ = self?.state.withLock { state in
                state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
            }
        }
    }

    /// Calls everybody, outside of our own lock.
    package func notify(_ notice: LockNotice) {
        for observer in state.withLock({ $0.observers }) {
            observer.call(notice)
        }
    }
}
