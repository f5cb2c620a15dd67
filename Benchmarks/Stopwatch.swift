import SystemIO

/// Times work: the median of several runs, since a busy machine only ever makes things slower.
struct Stopwatch {
    let runs: Int

    /// Seconds of the median run; `prepare` comes before each and does not count.
    func median(prepare: () throws -> Void = {}, _ work: () throws -> Void) rethrows -> Double {
        var times: [Double] = []
        for _ in 0..<runs {
            try prepare()
            let start = SystemTime.sinceBoot()
            try work()
            times.append(Self.seconds(SystemTime.sinceBoot() - start))
        }
        return times.sorted()[times.count / 2]
    }

    static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
