package import ProtectionModel
import Synchronization

/// A clock that stands still until it is moved.
package final class VirtualClock: DeviceClock {
    /// 2007-01-09T09:41:00-08:00, when the first of these devices was shown.
    package static let start = Timestamp(seconds: 1_168_364_460)

    private let elapsed = Mutex<Duration>(.zero)

    /// A clock at zero; its wall time is ``start``.
    package init() {}

    package func now() -> Duration { elapsed.withLock { $0 } }

    package func wallTime() -> Timestamp {
        let (seconds, attoseconds) = now().components
        return Timestamp(
            seconds: Self.start.seconds + seconds,
            nanoseconds: attoseconds / 1_000_000_000
        )
    }

    /// Moves the clock forward.
    ///
    /// - Precondition: `duration` is not negative.
    package func advance(by duration: Duration) {
        precondition(duration >= .zero, "time never runs backwards")
        elapsed.withLock { $0 += duration }
    }
}
