import FoundationEssentials
import ProtectionModel

extension Timestamp {
    /// RFC 3339 in UTC, to the millisecond; a clock outside the years 1 to 9999 is taken for their
    /// end.
    var text: String {
        let seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
        let date = Date(timeIntervalSince1970: Double(seconds))
        // By hand: as a Double of seconds .678 is a little less and would become .677.
        let milliseconds = String(1_000 + nanoseconds / 1_000_000 % 1_000).dropFirst()
        return "\(date.formatted(Date.ISO8601FormatStyle()).dropLast()).\(milliseconds)Z"
    }
}
