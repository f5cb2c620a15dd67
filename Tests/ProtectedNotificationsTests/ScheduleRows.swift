import Foundation
import ProtectedNotifications
import ProtectionModel
import Testing

extension NotificationSchedule {
    /// All that are due by now, in their order.
    fileprivate mutating func takeDue(by now: Timestamp, deviceZone: String) throws -> [Pending] {
        var due: [Pending] = []
        while let (entry, rest) = try takingDue(by: now, deviceZone: deviceZone) {
            due.append(entry)
            self = rest
        }
        return due
    }
}

@Suite("Requests that wait for their time (rows N-29 and N-55 to N-60)")
struct ScheduleRows {
    private let zone = "Europe/Berlin"
    private let start = Timestamp(seconds: 1_790_000_000)

    private func request(
        _ identifier: String,
        _ trigger: NotificationTrigger?
    ) throws -> NotificationRequest {
        try NotificationRequest(identifier, NotificationContent(body: identifier), trigger)
    }

    private func later(_ seconds: Int64) -> Timestamp {
        Timestamp(seconds: start.seconds + seconds)
    }

    private func moment(
        in zone: String? = nil,
        _ change: (inout CalendarMoment.Parts) -> Void
    ) throws -> CalendarMoment {
        var parts = CalendarMoment.Parts()
        change(&parts)
        return try CalendarMoment(parts, timeZone: zone)
    }

    private func text(_ moment: Timestamp?, _ zone: String) throws -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: zone)
        format.dateFormat = "yyyy-MM-dd HH:mm:ss ZZZ"
        return format.string(
            from: Date(timeIntervalSince1970: Double(try #require(moment).seconds))
        )
    }

    private func timestamp(_ text: String) throws -> Timestamp {
        let date = try #require(ISO8601DateFormatter().date(from: text))
        return Timestamp(seconds: Int64(date.timeIntervalSince1970))
    }

    @Test("N-29: a request with the identifier of one that waits takes its place")
    func row29() throws {
        var schedule = NotificationSchedule()
        _ = try schedule.add(
            request("a", .interval(.seconds(10), repeats: false)),
            now: start,
            deviceZone: zone
        )
        _ = try schedule.add(
            request("a", .interval(.seconds(20), repeats: false)),
            now: start,
            deviceZone: zone
        )
        #expect(schedule.pending.map(\.due) == [later(20)])
        #expect(schedule.nextDue == later(20))
        schedule.remove(["a", "b"])
        #expect(schedule.pending.isEmpty && schedule.nextDue == nil)
    }

    @Test("N-55: a request repeats after a minute or more")
    func row55() throws {
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try request("a", .interval(.seconds(59), repeats: true))
        }
        for interval in [Duration.zero, .seconds(-1)] {
            #expect(throws: ProtectionError(.invalidArgument, "")) {
                try request("a", .interval(interval, repeats: false))
            }
        }
        #expect(throws: ProtectionError(.invalidArgument, "")) { try request("", nil) }
        let shortest = NotificationTrigger.shortestRepetition
        var schedule = NotificationSchedule()
        let kept = try request("a", .interval(shortest, repeats: true))
        _ = try schedule.add(kept, now: start, deviceZone: zone)
        #expect(try schedule.takeDue(by: later(59), deviceZone: zone).isEmpty)
        #expect(try schedule.takeDue(by: later(60), deviceZone: zone).map(\.request) == [kept])
        #expect(schedule.nextDue == later(120))
        // Off for an hour and a half of a minute: once, and on in its own rhythm.
        let due = try schedule.takeDue(by: later(3_630), deviceZone: zone)
        #expect(due.map(\.due) == [later(120)])
        #expect(schedule.nextDue == later(3_660))
    }

    @Test("N-56: the 64 soonest wait, and which fell out is said")
    func row56() throws {
        var schedule = NotificationSchedule()
        for number in (1...NotificationSchedule.limit).reversed() {
            let new = try request("\(number)", .interval(.seconds(number * 10), repeats: false))
            #expect(try schedule.add(new, now: start, deviceZone: zone).isEmpty)
        }
        let soon = try request("soon", .interval(.seconds(5), repeats: false))
        let out = try schedule.add(soon, now: start, deviceZone: zone)
        #expect(out.map(\.identifier) == ["64"])
        #expect(schedule.pending.count == 64 && schedule.pending[0].request == soon)
        let late = try request("late", .interval(.seconds(10_000), repeats: false))
        #expect(try schedule.add(late, now: start, deviceZone: zone) == [late])
    }

    @Test("what is due comes in its order, and a request without a trigger at once")
    func order() throws {
        var schedule = NotificationSchedule()
        for (name, seconds) in [("c", 30), ("a", 10), ("b", 20), ("d", 40)] {
            let new = try request(name, .interval(.seconds(seconds), repeats: false))
            _ = try schedule.add(new, now: start, deviceZone: zone)
        }
        _ = try schedule.add(request("now", nil), now: start, deviceZone: zone)
        let due = try schedule.takeDue(by: later(30), deviceZone: zone)
        #expect(due.map(\.request.identifier) == ["now", "a", "b", "c"])
        #expect(schedule.pending.map(\.request.identifier) == ["d"])
    }

    @Test("N-57: a daily time that a change of the clock leaves out comes once, an hour later")
    func row57() throws {
        let daily = try moment(in: zone) { parts in
            parts.hour = 2
            parts.minute = 30
        }
        var schedule = NotificationSchedule()
        let day = try timestamp("2026-03-28T12:00:00Z")
        _ = try schedule.add(
            request("a", .calendar(daily, repeats: true)),
            now: day,
            deviceZone: "UTC"
        )
        var seen: [String] = []
        for _ in 0..<3 {
            let due = try #require(schedule.nextDue)
            seen.append(try text(due, zone))
            _ = try schedule.takeDue(by: due, deviceZone: "UTC")
        }
        #expect(
            seen == [
                "2026-03-29 03:30:00 +0200", "2026-03-30 02:30:00 +0200",
                "2026-03-31 02:30:00 +0200",
            ]
        )
    }

    @Test("N-57: a daily time that comes twice in October is due the first time alone")
    func row57Autumn() throws {
        let daily = try moment(in: zone) { parts in
            parts.hour = 2
            parts.minute = 30
        }
        let first = try daily.next(
            after: timestamp("2026-10-24T12:00:00Z"),
            deviceZone: "UTC"
        )
        #expect(try text(first, zone) == "2026-10-25 02:30:00 +0200")
        let second = try daily.next(after: #require(first), deviceZone: "UTC")
        #expect(try text(second, zone) == "2026-10-26 02:30:00 +0100")
    }

    @Test("a moment without a zone is one of the device's, and finer parts are zero")
    func zones() throws {
        let parts: [((inout CalendarMoment.Parts) -> Void, String)] = [
            ({ $0.hour = 8 }, "2026-09-22 08:00:00 +0900"),
            ({ $0.minute = 15 }, "2026-09-21 23:15:00 +0900"),
            ({ $0.day = 1 }, "2026-10-01 00:00:00 +0900"),
            ({ $0.weekday = 1 }, "2026-09-27 00:00:00 +0900"),
            (
                {
                    $0.month = 2; $0.day = 29
                }, "2028-02-29 00:00:00 +0900"
            ),
            ({ $0.year = 2030 }, "2030-01-01 00:00:00 +0900"),
        ]
        for (change, expected) in parts {
            let next = try moment(change).next(after: start, deviceZone: "Asia/Tokyo")
            let shown = try text(next, "Asia/Tokyo")
            #expect(shown == expected)
        }
        #expect(try moment { $0.second = 59 }.next(after: start, deviceZone: zone) != nil)
    }

    @Test("a time with a year comes once, also when it repeats, and then waits no more")
    func lastTime() throws {
        let year = try moment { $0.year = 2027 }
        var schedule = NotificationSchedule()
        let new = try request("a", .calendar(year, repeats: true))
        _ = try schedule.add(new, now: start, deviceZone: zone)
        let due = try #require(schedule.nextDue)
        #expect(try text(due, zone) == "2027-01-01 00:00:00 +0100")
        let late = Timestamp(seconds: due.seconds + 400 * 24 * 3_600)
        #expect(try schedule.takeDue(by: late, deviceZone: zone).map(\.request) == [new])
        #expect(schedule.pending.isEmpty)
    }

    @Test("an interval keeps its rhythm to the nanosecond")
    func rhythm() throws {
        func moment(_ seconds: Int64) -> Timestamp {
            Timestamp(seconds: start.seconds + seconds, nanoseconds: 750_000_000)
        }
        var schedule = NotificationSchedule()
        let new = try request("a", .interval(.seconds(60), repeats: true))
        _ = try schedule.add(new, now: moment(0), deviceZone: zone)
        // Three quarters of a second before the second time.
        _ = try schedule.takeDue(by: later(120), deviceZone: zone)
        #expect(schedule.nextDue == moment(120))
        _ = try schedule.takeDue(by: moment(120), deviceZone: zone)
        #expect(schedule.nextDue == moment(180))
    }

    @Test(
        "an interval of more than a hundred years is refused",
        arguments: [1e20, 3_153_600_001],
        [true, false]
    )
    func longInterval(seconds: Double, repeats: Bool) throws {
        let trigger = NotificationTrigger.interval(.seconds(seconds), repeats: repeats)
        #expect(throws: ProtectionError(.invalidArgument, "")) { try request("a", trigger) }
    }

    @Test("a date whose parts contradict each other is refused")
    func contradiction() throws {
        // 2027-03-01 is a Monday.
        for weekday in 1...7 {
            let day = try moment { parts in
                (parts.year, parts.month, parts.day) = (2027, 3, 1)
                parts.weekday = weekday
            }
            let new = try request("a", .calendar(day, repeats: false))
            var schedule = NotificationSchedule()
            guard weekday == 2 else {
                #expect(throws: ProtectionError(.invalidArgument, "")) {
                    try schedule.add(new, now: start, deviceZone: zone)
                }
                continue
            }
            _ = try schedule.add(new, now: start, deviceZone: zone)
            #expect(try text(schedule.nextDue, zone) == "2027-03-01 00:00:00 +0100")
        }
    }

    @Test("a day that is rare is waited for")
    func rareDay() throws {
        let friday = try moment { parts in
            (parts.day, parts.weekday) = (13, 6)
        }
        #expect(
            try text(friday.next(after: start, deviceZone: zone), zone)
                == "2026-11-13 00:00:00 +0100"
        )
        let leap = try moment { parts in
            (parts.month, parts.day, parts.weekday) = (2, 29, 1)
        }
        #expect(
            try text(leap.next(after: start, deviceZone: zone), zone)
                == "2032-02-29 00:00:00 +0100"
        )
    }

    @Test(
        "an identifier has 1 to 255 bytes, and no more than 30 accents on a letter",
        arguments: [
            ("", false), ("a", true), (String(repeating: "a", count: 255), true),
            (String(repeating: "a", count: 256), false),
            ("a" + String(repeating: "\u{301}", count: 31), false),
        ]
    )
    func identifiers(identifier: String, isPossible: Bool) throws {
        let refused = ProtectionError(.invalidArgument, "")
        let makers: [() throws -> Void] = [
            { _ = try request(identifier, nil) }, { _ = try NotificationCategory(identifier) },
            { _ = try NotificationAction(identifier, title: "x") },
        ]
        for make in makers {
            if isPossible { try make() } else { #expect(throws: refused, performing: make) }
        }
    }

    @Test("a time that does not exist, or has passed, is refused")
    func refused() throws {
        let bad: [(inout CalendarMoment.Parts) -> Void] = [
            { _ in }, { $0.month = 13 }, { $0.month = 0 }, { $0.day = 32 }, { $0.weekday = 8 },
            { $0.hour = 24 }, { $0.minute = 60 }, { $0.second = -1 }, { $0.year = 1_969 },
            {
                $0.month = 2; $0.day = 31
            },
            {
                $0.month = 4; $0.day = 31
            },
            {
                $0.year = 2027; $0.month = 2; $0.day = 29
            },
        ]
        for change in bad {
            #expect(throws: ProtectionError(.invalidArgument, "")) { try moment(change) }
        }
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try moment(in: "Europe/Nowhere") { $0.hour = 1 }
        }
        var schedule = NotificationSchedule()
        let past = try moment { $0.year = 2020 }
        let old = try request("a", .calendar(past, repeats: false))
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            try schedule.add(old, now: start, deviceZone: zone)
        }
        #expect(schedule.pending.isEmpty)
    }

    @Test(
        "N-60: coming into a place is due once, or each time",
        arguments: [(false, 1), (true, 2)]
    )
    func row60(repeats: Bool, count: Int) throws {
        let home = try NotificationPlace.Position(latitude: 52.52, longitude: 13.405)
        let away = try NotificationPlace.Position(latitude: 52.6, longitude: 13.405)
        let near = try NotificationPlace.Position(latitude: 52.5205, longitude: 13.405)
        let place = try NotificationPlace(home, radius: 100, on: .enter)
        #expect(place.center == home && place.radius == 100 && place.crossing == .enter)
        var schedule = NotificationSchedule()
        let new = try request("home", .place(place, repeats: repeats))
        _ = try schedule.add(new, now: start, deviceZone: zone)
        #expect(schedule.pending.map(\.due) == [nil])
        var due = 0
        for position in [home, away, near, away, home] {
            due += schedule.move(to: position).count
        }
        #expect(due == count)
        #expect(schedule.pending.isEmpty == !repeats)
    }

    @Test("leaving a place is due when the device was in it")
    func leaving() throws {
        let home = try NotificationPlace.Position(latitude: 0, longitude: 180)
        let beside = try NotificationPlace.Position(latitude: 0, longitude: -179.9995)
        let away = try NotificationPlace.Position(latitude: 0, longitude: 179)
        let place = try NotificationPlace(home, radius: 100, on: .leave)
        var schedule = NotificationSchedule()
        _ = try schedule.add(
            request("a", .place(place, repeats: true)),
            now: start,
            deviceZone: zone
        )
        #expect(schedule.move(to: away).isEmpty)
        // Across the date line it is still the same place.
        #expect(schedule.move(to: beside).isEmpty)
        #expect(schedule.move(to: away).count == 1)
        #expect(schedule.move(to: away).isEmpty)
    }

    @Test(
        "a place that is not on the Earth is refused",
        arguments: [
            (91.0, 0.0, 1.0), (0, 181, 1), (.nan, 0, 1), (0, .infinity, 1), (0, 0, 0), (0, 0, -1),
            (0, 0, .nan), (0, 0, 3e7),
        ]
    )
    func badPlaces(latitude: Double, longitude: Double, radius: Double) {
        #expect(throws: ProtectionError(.invalidArgument, "")) {
            let position = try NotificationPlace.Position(
                latitude: latitude,
                longitude: longitude
            )
            _ = try NotificationPlace(position, radius: radius, on: .enter)
        }
    }
}
