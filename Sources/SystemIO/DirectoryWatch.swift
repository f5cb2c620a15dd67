import Synchronization

/// Keeps somebody informed of what happens in a folder; ends when cancelled or released.
package final class DirectoryWatch: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    /// `onCancel` is called once.
    init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = Mutex(onCancel) }

    deinit { cancel() }

    /// Ends the watch.
    ///
    /// Elsewhere than in the call itself, no call is under way afterwards.
    package func cancel() {
        let end = onCancel.withLock { onCancel in
            defer { onCancel = nil }
            return onCancel
        }
        end?()
    }
}
