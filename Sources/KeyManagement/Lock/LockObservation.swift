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
