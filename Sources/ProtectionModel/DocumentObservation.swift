/// Keeps somebody informed of changes; ends when cancelled or released.
public final class DocumentObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    /// `onCancel` may be called more than once.
    public init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { onCancel() }

    /// Ends the observation; a call that is under way may still come to its end.
    public func cancel() { onCancel() }
}
