package import ProtectionModel
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
            // outside our lock; the optimiser would do it inside.
            let removed = self?.state.withLock { state in
                state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
            }
            withExtendedLifetime(removed) {}
        }
    }

    /// Calls all observers, outside our own lock.
    ///
    /// Of what is about to go, those hear first that came last: they may rest on earlier ones, as a
    /// mount does on the store whose handles end.
    package func notify(_ notice: LockNotice) {
        let observers = state.withLock { $0.observers }
        switch notice {
        case .willDiscard, .willEnd: for observer in observers.reversed() { observer.call(notice) }
        case .event, .didDiscard, .didEnd: for observer in observers { observer.call(notice) }
        }
    }
}

/// What an observer of a key service hears, in the order in which it happens.
package enum LockNotice: Sendable {
    /// Something that all may know. `willBecomeUnavailable` comes before any key goes.
    case event(DeviceEvent)
    /// The keys of these classes go as soon as all observers have returned.
    case willDiscard([ProtectionClass])
    /// The keys of these classes are wiped.
    case didDiscard([ProtectionClass])
    /// The device restarts or goes off as soon as all observers have returned.
    case willEnd
    /// All keys are wiped and every handle is dead.
    case didEnd
}

/// Keeps an observer registered; ending it is idempotent and happens by itself at deinit.
package final class LockObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    /// `onCancel` may be called more than once.
    package init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit {
        onCancel()
    }

    /// No notice arrives after this returns, except one already under way.
    package func cancel() {
        onCancel()
    }
}
