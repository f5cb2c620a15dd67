import Dispatch
import KeyManagement
import Synchronization

/// The real time that runs are measured by; a test of this library hands in another.
package protocol RunTimer: Sendable {
    /// Time since some fixed start.
    func now() -> Duration
    /// Calls `body` once after a while, on any thread, unless the alarm is cancelled before.
    func alarm(after duration: Duration, _ body: @escaping @Sendable () -> Void) -> RunAlarm
}

/// A call to come.
package final class RunAlarm: Sendable {
    private let onCancel: @Sendable () -> Void

    /// `onCancel` may be called more than once.
    package init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    /// It does not come any more, unless it is coming already.
    package func cancel() { onCancel() }
}

/// The machine's time.
package struct MachineTimer: RunTimer {
    /// What runs use now.
    @TaskLocal package static var current: any RunTimer = MachineTimer()

    // Serial, and thus with a thread of its own even while every thread of the pool is blocked by what is
    // tested.
    private static let queue = DispatchQueue(label: "protection-testing.alarms")

    /// The only instance anyone needs.
    package init() {}

    package func now() -> Duration { MachineClock().now() }

    package func alarm(
        after duration: Duration,
        _ body: @escaping @Sendable () -> Void
    ) -> RunAlarm {
        let call = AlarmCall(body)
        let delay = DispatchTimeInterval.milliseconds(Int(duration / .milliseconds(1)))
        Self.queue.asyncAfter(deadline: .now() + delay) { call.run() }
        return RunAlarm { call.cancel() }
    }
}

/// Lets go of what it would call as soon as it is cancelled.
private final class AlarmCall: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    func run() {
        let body = body.withLock { body in
            defer { body = nil }
            return body
        }
        body?()
    }

    func cancel() { body.withLock { $0 = nil } }
}

extension RunTimer {
    /// Waits, also when the task is cancelled.
    func pause(for duration: Duration) async {
        await withCheckedContinuation { continuation in
            _ = alarm(after: duration) { continuation.resume() }
        }
    }
}
