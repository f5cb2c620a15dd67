import Dispatch
import Synchronization
import SystemIO

/// Handles what a connection brings unasked, one after the other, on a thread of its own.
///
/// Not on the thread that reads: an observer of a lock may wait for an operation that is under way,
/// and that operation for an answer of the agent.
final class NoticeQueue: Sendable {
    private struct State {
        var items: [@Sendable () -> Void] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)
    private let thread = Mutex<SystemThread?>(nil)

    /// - Throws: `SystemError` when there are too many threads.
    func start() throws(SystemError) {
        let new = try SystemThread { self.run() }
        thread.withLock { $0 = new }
    }

    /// Whether the caller is itself called by what is handled.
    var isCurrent: Bool { thread.withLock { $0?.isCurrent ?? false } }

    /// Lets something be done after all that was added before.
    func add(_ item: @escaping @Sendable () -> Void) {
        state.withLock { $0.items.append(item) }
        arrival.signal()
    }

    /// Ends the thread when all is done that was added; waits for that unless this is called by
    /// what is handled.
    ///
    /// - Precondition: called once, and nothing is added any more.
    func close() {
        state.withLock { $0.isClosed = true }
        arrival.signal()
        // The thread stays known, for an observer on it that is asking at this moment.
        thread.withLock { $0 }?.finish()
    }

    private func run() {
        while true {
            arrival.wait()
            let (item, isClosed) = state.withLock { state in
                (state.items.isEmpty ? nil : state.items.removeFirst(), state.isClosed)
            }
            if let item { item() } else if isClosed { return }
        }
    }
}
