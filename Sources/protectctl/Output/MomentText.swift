import FoundationEssentials
import ProtectionModel

/// Times as people and programs read them.
enum MomentText {
    /// RFC 3339 in UTC, to the millisecond.
    static func rfc3339(_ time: Timestamp) -> String {
        date(time).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// RFC 3339 in UTC, to the second.
    static func short(_ time: Timestamp) -> String {
        date(time).formatted(Date.ISO8601FormatStyle())
    }

    private static func date(_ time: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
    }
}
