import ProtectionTesting
import Synchronization

/// The machine's time, which goes a hundred times as fast.
struct HastyTimer: RunTimer {
    func now() -> Duration { MachineTimer().now() * 100 }

    func alarm(after duration: Duration, _ body: @escaping @Sendable () -> Void) -> RunAlarm {
        MachineTimer().alarm(after: duration / 100, body)
    }
}

/// A timer that stands still and rings when it is told; only pauses pass, at once.
final class ManualTimer: RunTimer {
    private struct State {
        var now: Duration = .zero
        var next = 0
        var calls: [Int: (duration: Duration, body: @Sendable () -> Void)] = [:]
    }

    /// How long a runner pauses between two looks at whether a device is quiet.
    private static let pause: Duration = .milliseconds(10)

    private let state = Mutex(State())
    private let onPause: @Sendable () -> Void

    /// `onPause` is called in each pause, and so only after a body has returned.
    init(onPause: @escaping @Sendable () -> Void = {}) { self.onPause = onPause }

    func now() -> Duration { state.withLock { $0.now } }

    func alarm(after duration: Duration, _ body: @escaping @Sendable () -> Void) -> RunAlarm {
        guard duration != Self.pause else {
            onPause()
            state.withLock { $0.now += .milliseconds(100) }
            body()
            return RunAlarm {}
        }
        let id = state.withLock { state in
            state.next += 1
            state.calls[state.next] = (duration, body)
            return state.next
        }
        return RunAlarm { [weak self] in self?.state.withLock { $0.calls[id] = nil } }
    }

    /// Rings all that was to ring after that while.
    func ring(after duration: Duration) {
        let due = state.withLock { state in
            let due = state.calls.filter { $0.value.duration == duration }
            for id in due.keys { state.calls[id] = nil }
            return due
        }
        for call in due.values { call.body() }
    }
}
