package import ProtectionModel
import Synchronization

/// A clock that stands still until it is moved.
package final class VirtualClock: DeviceClock {
    /// 2007-01-09T09:41:00-08:00, when the first of these devices was shown.
    package static let start = Timestamp(seconds: 1_168_364_460)

    private let elapsed = Mutex<Duration>(.zero)
    private let wallStart = Mutex(VirtualClock.start)
    private let followers = Mutex<[@Sendable () -> Void]>([])

    /// A clock at zero; its wall time is ``start``.
    package init() {}

    package func now() -> Duration { elapsed.withLock { $0 } }

    package func wallTime() -> Timestamp { wallStart.withLock { $0 }.adding(now()) }

    /// Sets the wall clock, as its owner or the network does; ``now()`` does not jump.
    package func set(wallTime: Timestamp) {
        wallStart.withLock { $0 = wallTime.adding(.zero - now()) }
    }

    /// Moves the clock forward.
    ///
    /// - Precondition: `duration` is not negative.
    package func advance(by duration: Duration) {
        precondition(duration >= .zero, "time never runs backwards")
        elapsed.withLock { $0 += duration }
    }

    /// Moves the clock forward, and lets happen what is due on all devices that have it.
    func pass(_ duration: Duration) {
        advance(by: duration)
        for follower in followers.withLock({ $0 }) { follower() }
    }

    /// Calls `follower` whenever time has passed.
    package func follow(_ follower: @escaping @Sendable () -> Void) {
        followers.withLock { $0.append(follower) }
    }
}
