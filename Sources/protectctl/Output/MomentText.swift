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

    /// The moment of a text in RFC 3339; nil for another text.
    static func moment(_ text: String) -> Timestamp? {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        guard isOnCalendar(text), let date = try? style.parse(text) else { return nil }
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let rest = date.timeIntervalSince1970 - seconds
        return Timestamp(seconds: Int64(seconds), nanoseconds: Int64(rest * 1e9))
    }

    /// Foundation takes February 30th for a day in March.
    private static func isOnCalendar(_ text: String) -> Bool {
        let fields = text.prefix(19)
        let style = Date.ISO8601FormatStyle()
        return (try? style.parse(fields + "Z")).map { $0.formatted(style).prefix(19) == fields }
            ?? false
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
