import Glibc
import SystemIO

/// Times work: the median of several runs, since a busy machine only ever makes things slower.
///
/// A run before them does not count: it finds memory that the machine has yet to give to the page
/// cache, and files that nobody has read, which costs more than all that is compared here.
struct Stopwatch {
    let runs: Int
    /// Time that goes by, unless another clock is chosen.
    var now: () -> Duration = SystemTime.sinceBoot

    /// Seconds of the median run; `prepare` comes before each and does not count.
    func median(prepare: () throws -> Void = {}, _ work: () throws -> Void) rethrows -> Double {
        var times: [Double] = []
        try prepare()
        try work()
        for _ in 0..<runs {
            try prepare()
            let start = now()
            try work()
            times.append(Self.seconds(now() - start))
        }
        return times.sorted()[times.count / 2]
    }

    /// Time that a core has worked for this thread, for what is promised of one core.
    static func threadTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
