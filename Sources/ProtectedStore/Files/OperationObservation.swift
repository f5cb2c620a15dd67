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
