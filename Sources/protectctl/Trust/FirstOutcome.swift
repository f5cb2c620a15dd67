import Dispatch
import ProtectionModel
import Synchronization

/// What several threads wait for, of which the first decides.
final class FirstOutcome<Value: Sendable>: Sendable {
    private let outcome = Mutex<Result<Value, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Decides, unless another has.
    func settle(_ result: Result<Value, any Error>) {
        let isFirst = outcome.withLock { outcome in
            defer { outcome = outcome ?? result }
            return outcome == nil
        }
        if isFirst { isThere.signal() }
    }

    /// Waits for the decision; nil when the time is over.
    func wait(for time: Duration) -> Result<Value, any Error>? {
        _ = isThere.wait(timeout: .now() + .milliseconds(Int(max(time, .zero).wholeMilliseconds)))
        return outcome.withLock { $0 }
    }
}

/// What several threads have found.
final class Gathered<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    func add(_ element: Element) { elements.withLock { $0.append(element) } }

    /// In the order in which it came.
    var all: [Element] { elements.withLock { $0 } }
}
