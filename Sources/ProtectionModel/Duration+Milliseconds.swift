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
