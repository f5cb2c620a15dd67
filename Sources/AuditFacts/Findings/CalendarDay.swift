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

    /// Orders by time.
    public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
        one.description < other.description
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
