import Synchronization
package import SystemIO

/// Settles in the background what a store leaves to be finished; ends with the object, which
/// finishes the rest.
package final class SettlingThread: Sendable {
    /// What the thread keeps alive; not this object, whose end must end the thread.
    private final class Watch: Sendable {
        let store: FileStore
        let delay: Duration
        let wakeUp: WakeUp
        let isUrgent = Atomic(false)
        let isEnding = Atomic(false)

        init(_ store: FileStore, _ delay: Duration) throws(SystemError) {
            self.store = store
            self.delay = delay
            wakeUp = try WakeUp()
        }

        func signal(isUrgent urgent: Bool) {
            if urgent { isUrgent.store(true, ordering: .releasing) }
            wakeUp.signal()
        }

        func run() {
            while wait(nil) {
                // More comes soon after the first, unless somebody waits for it.
                while !isUrgent.exchange(false, ordering: .acquiringAndReleasing), wait(delay) {}
                try? store.settle()
            }
            try? store.settle()
        }

        /// - Returns: false when the time is over, or the thread is to end.
        private func wait(_ timeout: Duration?) -> Bool {
            guard !isEnding.load(ordering: .acquiring) else { return false }
            var entries = [Poll.Entry(wakeUp.descriptor)]
            // Without poll nothing would be settled any more; what is written stays readable.
            guard (try? Poll.wait(&entries, timeout: timeout)) != nil else { return false }
            guard entries[0].hasInput else { return timeout == nil }
            wakeUp.clear()
            return !isEnding.load(ordering: .acquiring)
        }
    }

    private let watch: Watch
    private let thread: SystemThread

    /// Starts settling for a store that was opened with a ``SettlingPolicy``.
    ///
    /// - Throws: ``SystemError`` when the machine has no thread left.
    package init(_ store: FileStore) throws(SystemError) {
        let watch = try Watch(store, store.settling?.policy.delay ?? .zero)
        self.watch = watch
        thread = try SystemThread { watch.run() }
        store.settling?.observe { watch.signal(isUrgent: $0) }
    }

    deinit {
        watch.store.settling?.observe(nil)
        watch.isEnding.store(true, ordering: .releasing)
        watch.wakeUp.signal()
        thread.finish()
    }
}
