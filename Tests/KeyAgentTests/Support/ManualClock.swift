import ProtectionModel
import Synchronization
import SystemIO

/// Time that goes on when the test says so.
final class ManualClock: DeviceClock {
    private struct State {
        var now = Duration.seconds(1_000)
        var step = Duration.zero
    }

    private let state = Mutex(State())

    func now() -> Duration {
        state.withLock { state in
            state.now += state.step
            return state.now
        }
    }

    func wallTime() -> Timestamp {
        Timestamp(seconds: now().components.seconds)
    }

    func advance(by duration: Duration) {
        state.withLock { $0.now += duration }
    }

    /// From now on every look at the clock finds it an hour later: whoever waits gives up.
    func race() {
        state.withLock { $0.step = .seconds(3_600) }
    }
}

/// The machine's own clock.
struct BootClock: DeviceClock {
    func now() -> Duration { SystemTime.sinceBoot() }

    func wallTime() -> Timestamp {
        let (seconds, nanoseconds) = SystemTime.wall()
        return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    }
}
