/// Durations as people write them: `250ms`, `10s`, `5m`, `72h`.
///
/// The grammar is `digits unit` with the units `ms`, `s`, `m` and `h`: no sign, no fraction, no
/// space, nothing composed.
package enum DurationText {
    /// The units with their milliseconds, longest first.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// The longest duration that is read: a hundred years of 365 days.
    ///
    /// What is added to a clock, or kept as milliseconds, must have room to spare.
    package static let longest = "876000h"
    private static let longestMilliseconds: Int64 = 876_000 * 3_600_000

    /// The duration that `text` says.
    ///
    /// - Throws: `DurationTextError.malformed`, or `.tooLong` above ``longest``.
    package static func parse(_ text: String) throws(DurationTextError) -> Duration {
        // By bytes: a combining mark would make one character of a digit or unit and itself.
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        let suffix = String(Substring(text.utf8.dropFirst(digits.count)))
        guard !digits.isEmpty, let unit = units.first(where: { $0.name == suffix }) else {
            throw .malformed
        }
        guard let count = Int64(Substring(digits)) else { throw .tooLong }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
        guard !overflow, milliseconds <= longestMilliseconds else { throw .tooLong }
        return .milliseconds(milliseconds)
    }

    /// The text for `duration` in the longest unit that says it exactly, such as `90s` or `2h`.
    ///
    /// Parts of a millisecond are cut off. A negative duration gets a minus sign, which `parse`
    /// does not accept.
    package static func format(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        // In 128 bits: the milliseconds of the longest `Duration` do not fit 64.
        let milliseconds = Int128(seconds) * 1000 + Int128(attoseconds / 1_000_000_000_000_000)
        guard milliseconds != 0 else { return "0s" }
        for unit in units where milliseconds % Int128(unit.milliseconds) == 0 {
            return "\(milliseconds / Int128(unit.milliseconds))\(unit.name)"
        }
        return "\(milliseconds)ms"
    }
}

/// What is wrong with a duration.
package enum DurationTextError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text is not a whole number with a unit.
    case malformed
    /// The duration is longer than a hundred years.
    case tooLong

    /// What was expected, in lower case and without a full stop.
    package var description: String {
        switch self {
        case .malformed: "expected a duration such as 10s (units: ms, s, m, h)"
        case .tooLong: "the duration is too long"
        }
    }
}
