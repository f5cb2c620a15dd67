import ArgumentParser
import Foundation
import ProtectedNotifications
import ProtectionModel

/// When a request becomes a notification.
struct TriggerOptions: ParsableArguments {
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("After so long.", valueName: "duration")
    )
    var delay: DurationArgument?
    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "At a time: RFC 3339, or without a zone that of the device.",
            valueName: "time"
        )
    )
    var time: String?
    @Option(help: ArgumentHelp("Each day at a time of the device's zone.", valueName: "hh:mm[:ss]"))
    var daily: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When the device comes within so many meters of a place.",
            valueName: "lat,lon,m"
        )
    )
    var enter: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("When it leaves such a place.", valueName: "lat,lon,m")
    )
    var leave: String?
    @Flag(help: "Again and again; with --in, --enter and --leave.")
    var repeats = false

    func validate() throws {
        let given = [delay != nil, time != nil, daily != nil, enter != nil, leave != nil]
        guard given.count(where: { $0 }) <= 1 else {
            throw ValidationError("--in, --at, --daily, --enter and --leave exclude each other")
        }
        guard !repeats || delay != nil || enter != nil || leave != nil else {
            throw ValidationError("--repeats goes with --in, --enter or --leave")
        }
    }

    /// Nil for at once.
    ///
    /// - Throws: `ToolError` and `ProtectionError` with `invalid-argument`.
    func trigger() throws -> NotificationTrigger? {
        if let delay { return .interval(delay.duration, repeats: repeats) }
        if let time { return .calendar(try Self.moment(time), repeats: false) }
        if let daily { return .calendar(try Self.timeOfDay(daily), repeats: true) }
        if let enter { return .place(try Self.place(enter, on: .enter), repeats: repeats) }
        if let leave { return .place(try Self.place(leave, on: .leave), repeats: repeats) }
        return nil
    }

    private static func moment(_ text: String) throws -> CalendarMoment {
        if let moment = MomentText.moment(text) {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let date = Date(timeIntervalSince1970: Double(moment.seconds))
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: date
            )
            return try CalendarMoment(
                CalendarMoment.Parts(
                    [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second]
                ),
                timeZone: "GMT"
            )
        }
        let form = #/(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?/#.asciiOnlyDigits()
        guard let match = text.wholeMatch(of: form)?.output else {
            throw ToolError(
                .invalidArgument,
                "'\(text)' is not a time such as 2026-11-27T08:00 or 2026-11-27T07:00:00Z"
            )
        }
        let numbers = [match.1, match.2, match.3, match.4, match.5, match.6 ?? "0"].map { Int($0) }
        return try CalendarMoment(CalendarMoment.Parts(numbers))
    }

    private static func timeOfDay(_ text: String) throws -> CalendarMoment {
        let form = #/(\d\d?):(\d\d)(?::(\d\d))?/#.asciiOnlyDigits()
        guard let match = text.wholeMatch(of: form)?.output else {
            throw ToolError(
                .invalidArgument,
                "'\(text)' is not a time of the day such as 08:00 or 08:00:30"
            )
        }
        let second = match.3.map { Int($0) } ?? 0
        return try CalendarMoment(
            CalendarMoment.Parts([nil, nil, nil, Int(match.1), Int(match.2), second])
        )
    }

    private static func place(
        _ text: String,
        on crossing: NotificationPlace.Crossing
    ) throws -> NotificationPlace {
        let numbers = Self.numbers(text)
        guard numbers.count == 3 else {
            throw ToolError(
                .invalidArgument,
                "'\(text)' is not a place: latitude, longitude and meters, such as 52.52,13.4,100"
            )
        }
        return try NotificationPlace(
            NotificationPlace.Position(latitude: numbers[0], longitude: numbers[1]),
            radius: numbers[2],
            on: crossing
        )
    }

    /// The numbers of a text with commas between them, in decimal digits; none when one of them is not one.
    static func numbers(_ text: String) -> [Double] {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
                ? Double(part) : nil
        }
        return numbers.contains(nil) ? [] : numbers.compactMap(\.self)
    }
}

extension CalendarMoment.Parts {
    /// Year, month, day, hour, minute, second, as far as there are any.
    fileprivate init(_ numbers: [Int?]) {
        self.init()
        let numbers = numbers + Array(repeating: nil, count: 6 - numbers.count)
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
        (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
    }
}
