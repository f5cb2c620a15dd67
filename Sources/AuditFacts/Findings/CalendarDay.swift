public import FoundationEssentials

/// A day of the Gregorian calendar as `YYYY-MM-DD`; days compare as their texts do.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// As it is written.
    public let description: String

    /// The day `text`; `nil` for anything but a day that exists, written with ten characters.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(11))
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), year > 0, (1...12).contains(month),
            (1...Self.length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        description = String(text)
    }

    /// The day on which `date` falls at the prime meridian (UTC).
    ///
    /// A date outside the years 1 to 9999 counts as the first or last day of these.
    public init(_ date: Date) {
        // Days since 1970-01-01, between those of the first and the last year.
        let days = min(
            max((date.timeIntervalSince1970 / 86_400).rounded(.down), -719_162),
            2_932_896
        )
        description = Self.text(ofDay: Int(days))
    }

    /// Orders by time.
    public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
        one.description < other.description
    }

    /// The civil date of a day since 1970-01-01, by eras of 400 years that begin in March.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    private static func text(ofDay day: Int) -> String {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return [(year, 4), (month, 2), (dayOfMonth, 2)].map { number, digits in
            String(repeating: "0", count: digits - "\(number)".count) + "\(number)"
        }.joined(separator: "-")
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
