import Documents
import FoundationEssentials
import ProtectionModel

/// Times as people and programs read them.
enum MomentText {
    /// RFC 3339 in UTC, to the millisecond.
    static func rfc3339(_ time: Timestamp) -> String {
        // By hand: as a Double of seconds .678 is a little less and would become .677.
        let milliseconds = String(1_000 + time.nanoseconds / 1_000_000).dropFirst()
        return "\(short(time).dropLast()).\(milliseconds)Z"
    }

    /// RFC 3339 in UTC, to the second.
    static func short(_ time: Timestamp) -> String {
        date(time).formatted(Date.ISO8601FormatStyle())
    }

    private static func date(_ time: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(time.seconds))
    }
}

/// How long there is to wait, as people read it: whole seconds, never too few.
enum WaitText {
    static func format(_ wait: Duration) -> String {
        DurationText.format(.seconds((wait.wholeMilliseconds + 999) / 1_000))
    }
}
