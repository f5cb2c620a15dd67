/// The time a device lives by; injected, so that tests and simulations need no waiting.
public protocol DeviceClock: Sendable {
    /// Time since some fixed start, which goes on while the machine is suspended.
    func now() -> Duration
    /// The wall clock, for events and file times only: it may jump.
    func wallTime() -> Timestamp
}

/// A moment of the wall clock (UTC), as POSIX counts it.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
    /// Whole seconds since 1970-01-01T00:00:00Z.
    public let seconds: Int64
    /// 0 to 999,999,999.
    public let nanoseconds: Int64

    /// Names a moment.
    public init(seconds: Int64, nanoseconds: Int64 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Earlier comes first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    /// A moment that much later, or earlier; the last there is where it would be beyond.
    package func adding(_ duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let sum = nanoseconds + attoseconds / 1_000_000_000
        let carry: Int64 = sum < 0 ? -1 : sum / 1_000_000_000
        let (whole, overflow) = self.seconds.addingReportingOverflow(seconds)
        guard !overflow, whole < .max, whole > .min else {
            return Timestamp(seconds: duration < .zero ? .min : .max)
        }
        return Timestamp(seconds: whole + carry, nanoseconds: sum - carry * 1_000_000_000)
    }
}

extension Duration {
    /// The longest duration that a device keeps: a hundred years of 365 days, so that a moment plus
    /// a duration is always a moment.
    package static let longestKept = Duration.seconds(3_153_600_000)

    /// Whole milliseconds, rounded towards zero; saturates beyond 292 million years.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return product + attoseconds / 1_000_000_000_000_000
    }
}
