import Documents
import Foundation
public import ProtectionModel

/// When a request becomes a notification (`UNNotificationTrigger`).
public enum NotificationTrigger: Sendable, Hashable, Codable {
    /// After a while, once or again and again.
    ///
    /// The while is counted by the wall clock, so it passes while the device is off; it is shorter or longer by
    /// as much as the clock is set meanwhile. No other clock counts from one start of a device to the next.
    case interval(Duration, repeats: Bool)
    /// At a time of the wall clock.
    case calendar(CalendarMoment, repeats: Bool)
    /// When the device comes into a place or leaves it.
    case place(NotificationPlace, repeats: Bool)

    /// The shortest while after which a request may repeat (`UNTimeIntervalNotificationTrigger`).
    public static let shortestRepetition: Duration = .seconds(60)

    /// - Throws: ``ProtectionError`` with `invalid-argument` for an interval that is not longer than zero, or is
    ///   longer than a hundred years, and for one of less than a minute that repeats.
    func check() throws(ProtectionError) {
        guard case .interval(let interval, let repeats) = self else { return }
        guard interval > .zero else {
            throw ProtectionError(
                .invalidArgument,
                "a notification comes after a while longer than 0 s"
            )
        }
        // What is much longer has no components.
        guard interval <= .longestKept else {
            throw ProtectionError(.invalidArgument, "a notification comes within a hundred years")
        }
        guard !repeats || interval >= Self.shortestRepetition else {
            throw ProtectionError(
                .invalidArgument,
                "a notification repeats after 60s or more, not after "
                    + DurationText.format(interval)
            )
        }
    }
}

/// A place with a circle around it (`CLCircularRegion`).
public struct NotificationPlace: Sendable, Hashable, Codable {
    /// Where something is on the Earth.
    public struct Position: Sendable, Hashable, Codable {
        /// Degrees north, from -90 to 90.
        public let latitude: Double
        /// Degrees east, from -180 to 180.
        public let longitude: Double

        /// Checks a position.
        ///
        /// - Throws: ``ProtectionError`` with `invalid-argument` for what is not on the Earth.
        public init(latitude: Double, longitude: Double) throws(ProtectionError) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
                throw ProtectionError(
                    .invalidArgument,
                    "\(latitude), \(longitude) is not a position: degrees from -90 to 90 and from -180 to 180"
                )
            }
            self.latitude = latitude
            self.longitude = longitude
        }

        /// Meters along a great circle, on a sphere of the Earth's mean radius (the haversine formula).
        func distance(to other: Position) -> Double {
            let radians = Double.pi / 180
            let (here, there) = (latitude * radians, other.latitude * radians)
            let across = sin((other.longitude - longitude) * radians / 2)
            let along = sin((there - here) / 2)
            let chord = along * along + cos(here) * cos(there) * across * across
            return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
        }
    }

    /// What is waited for.
    public enum Crossing: String, Sendable, Hashable, CaseIterable, Codable {
        case enter, leave
    }

    /// The middle.
    public let center: Position
    /// In meters.
    public let radius: Double
    /// What is waited for.
    public let crossing: Crossing

    /// Checks a place.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` unless the radius is more than 0 m and less than
    ///   half around the Earth.
    public init(
        _ center: Position,
        radius: Double,
        on crossing: Crossing
    ) throws(ProtectionError) {
        guard radius > 0, radius < 20_000_000 else {
            throw ProtectionError(.invalidArgument, "a place has a radius in meters, not \(radius)")
        }
        self.center = center
        self.radius = radius
        self.crossing = crossing
    }

    /// Whether going from one position to another is what is waited for; nil is a position nobody knows.
    func isCrossed(from old: Position?, to new: Position) -> Bool {
        let isInside = center.distance(to: new) <= radius
        // Where nothing was known before, being there is no arrival.
        guard let old else { return false }
        let wasInside = center.distance(to: old) <= radius
        return switch crossing {
        case .enter: isInside && !wasInside
        case .leave: !isInside && wasInside
        }
    }
}

/// A time of the wall clock, of which some parts are given: the next one that matches is meant
/// (`UNCalendarNotificationTrigger`).
public struct CalendarMoment: Sendable, Hashable, Codable {
    /// The parts that are given.
    public struct Parts: Sendable, Hashable, Codable {
        /// Of the Gregorian calendar.
        public var year: Int?
        /// From 1 to 12.
        public var month: Int?
        /// Of the month, from 1 to 31.
        public var day: Int?
        /// From 1, Sunday, to 7.
        public var weekday: Int?
        /// From 0 to 23.
        public var hour: Int?
        /// From 0 to 59.
        public var minute: Int?
        /// From 0 to 59.
        public var second: Int?

        /// None.
        public init() {}
    }

    /// What is given.
    public let parts: Parts
    /// The time zone's name, such as `Europe/Berlin`; nil for the device's.
    public let timeZone: String?

    /// Checks a time.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for no parts, a part out of its range, a day that
    ///   its month never has, and a time zone that is not known.
    public init(_ parts: Parts, timeZone: String? = nil) throws(ProtectionError) {
        if let timeZone { _ = try Self.zone(timeZone) }
        let ranges: [(String, Int?, ClosedRange<Int>)] = [
            ("year", parts.year, 1970...9999), ("month", parts.month, 1...12),
            ("day", parts.day, 1...31), ("weekday", parts.weekday, 1...7),
            ("hour", parts.hour, 0...23), ("minute", parts.minute, 0...59),
            ("second", parts.second, 0...59),
        ]
        guard ranges.contains(where: { $0.1 != nil }) else {
            throw ProtectionError(.invalidArgument, "a time of the calendar has at least one part")
        }
        for (name, value, range) in ranges {
            guard let value, !range.contains(value) else { continue }
            throw ProtectionError(
                .invalidArgument,
                "the \(name) of a time is from \(range.lowerBound) to \(range.upperBound), not \(value)"
            )
        }
        guard let month = parts.month, let day = parts.day, day > Self.days(month, parts.year)
        else {
            self.parts = parts
            self.timeZone = timeZone
            return
        }
        throw ProtectionError(
            .invalidArgument,
            "month \(month)" + (parts.year.map { " of \($0)" } ?? "") + " does not have \(day) days"
        )
    }

    private static func days(_ month: Int, _ year: Int?) -> Int {
        switch month {
        case 4, 6, 9, 11: return 30
        case 2:
            guard let year else { return 29 }
            let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
            return isLeap ? 29 : 28
        default: return 31
        }
    }

    private static func zone(_ name: String) throws(ProtectionError) -> TimeZone {
        guard let zone = TimeZone(identifier: name) else {
            throw ProtectionError(.invalidArgument, "the time zone '\(name)' is not known")
        }
        return zone
    }

    /// The first moment after another that matches; nil when there is none any more.
    ///
    /// Where a clock is set forward the time that is left out comes an hour later; where it is set back
    /// the first of the two counts (N-57, M). `deviceZone` is the name of the device's time zone.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a zone that is not known.
    package func next(
        after moment: Timestamp,
        deviceZone: String
    ) throws(ProtectionError) -> Timestamp? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try Self.zone(timeZone ?? deviceZone)
        var components = DateComponents()
        components.year = parts.year
        components.month = parts.month
        components.day = parts.day
        components.weekday = parts.weekday
        components.hour = parts.hour
        components.minute = parts.minute
        components.second = parts.second
        // What is finer than the finest part given is zero.
        if components.second == nil { components.second = 0 }
        if components.minute == nil, parts.hour != nil || isDay { components.minute = 0 }
        if components.hour == nil, isDay { components.hour = 0 }
        let date = Date(
            timeIntervalSince1970: Double(moment.seconds) + Double(moment.nanoseconds) / 1e9
        )
        func next(_ policy: Calendar.MatchingPolicy) -> Date? {
            calendar.nextDate(
                after: date,
                matching: components,
                matchingPolicy: policy,
                repeatedTimePolicy: .first
            )
        }
        var found = next(.nextTimePreservingSmallerComponents)
        // A day that a year lacks is waited for, and no other taken for it.
        if let date = found, !isDay(of: date, calendar) { found = next(.strict) }
        if let date = found, !isDay(of: date, calendar) { found = nil }
        return found.map { Timestamp(seconds: Int64($0.timeIntervalSince1970.rounded())) }
    }

    /// Whether the parts that name a day name that of a date; a change of the clock changes the others.
    private func isDay(of date: Date, _ calendar: Calendar) -> Bool {
        let day = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
        let pairs = [
            (parts.year, day.year), (parts.month, day.month), (parts.day, day.day),
            (parts.weekday, day.weekday),
        ]
        return pairs.allSatisfy { $0.0 == nil || $0.0 == $0.1 }
    }

    /// Whether the parts name days, and no time of them.
    private var isDay: Bool { parts.hour == nil && parts.minute == nil && parts.second == nil }
}
