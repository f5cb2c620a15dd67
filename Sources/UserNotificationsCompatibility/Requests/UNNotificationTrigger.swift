public import Foundation
public import ProtectedNotifications
import ProtectionModel

/// When a request becomes a notification.
open class UNNotificationTrigger: NSObject, NSCopying, @unchecked Sendable {
    // It and what its subclasses hold never change.
    private let isRepeating: Bool

    /// Whether it comes again and again.
    open var repeats: Bool { isRepeating }

    init(repeats: Bool) {
        isRepeating = repeats
        super.init()
    }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both come at the same times.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationTrigger else { return false }
        return type(of: self) == type(of: other) && repeats == other.repeats && isSame(other)
    }

    /// The same for objects that are equal.
    open override var hash: Int { repeats.hashValue }

    func isSame(_ other: UNNotificationTrigger) -> Bool { true }

    /// What it is as a value; nil for a push, which a server triggers.
    func value() throws(ProtectionError) -> NotificationTrigger? { nil }

    /// The next time by the clock of the current center's device; nil where there is none.
    fileprivate func nextDate() -> Date? {
        guard let backend = UNUserNotificationCenter.backend,
            let trigger = try? value(), let time = try? backend.nextDate(of: trigger)
        else { return nil }
        return Date(time)
    }
}

/// A push from a server.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    init() { super.init(repeats: false) }
}

/// After a while.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let seconds: TimeInterval

    /// In seconds.
    open var timeInterval: TimeInterval { seconds }

    /// Names a while in seconds; one that is not allowed is refused when the request is added.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        seconds = timeInterval
        super.init(repeats: repeats)
    }

    /// When it comes next, were it added now.
    open func nextTriggerDate() -> Date? { nextDate() }

    override func isSame(_ other: UNNotificationTrigger) -> Bool {
        (other as? UNTimeIntervalNotificationTrigger)?.seconds == seconds
    }

    override func value() throws(ProtectionError) -> NotificationTrigger? {
        // Also keeps out what is no number, and what no `Duration` holds.
        guard seconds.magnitude < 1e11 else {
            throw ProtectionError(.invalidArgument, "\(seconds) s is not a while to wait")
        }
        return .interval(.seconds(seconds), repeats: repeats)
    }
}

/// At a time of the wall clock.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let components: DateComponents

    /// The parts that are given.
    open var dateComponents: DateComponents { components }

    /// Names a time; one that never comes is refused when the request is added.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        components = dateComponents
        super.init(repeats: repeats)
    }

    /// When it comes next, were it added now.
    open func nextTriggerDate() -> Date? { nextDate() }

    override func isSame(_ other: UNNotificationTrigger) -> Bool {
        (other as? UNCalendarNotificationTrigger)?.components == components
    }

    override func value() throws(ProtectionError) -> NotificationTrigger? {
        .calendar(try CalendarMoment(components), repeats: repeats)
    }
}

/// When the device comes into a place or leaves it.
///
/// Apple's is made of a region of CoreLocation; there is none here, so it is made of a place.
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let circle: NotificationPlace

    /// The place.
    open var place: NotificationPlace { circle }

    /// Names a place.
    public init(place: NotificationPlace, repeats: Bool) {
        circle = place
        super.init(repeats: repeats)
    }

    override func isSame(_ other: UNNotificationTrigger) -> Bool {
        (other as? UNLocationNotificationTrigger)?.circle == circle
    }

    override func value() throws(ProtectionError) -> NotificationTrigger? {
        .place(circle, repeats: repeats)
    }
}

extension NotificationTrigger {
    /// The object of an app that stands for it.
    var object: UNNotificationTrigger {
        switch self {
        case .interval(let interval, let repeats):
            let (seconds, attoseconds) = interval.components
            return UNTimeIntervalNotificationTrigger(
                timeInterval: Double(seconds) + Double(attoseconds) / 1e18,
                repeats: repeats
            )
        case .calendar(let moment, let repeats):
            return UNCalendarNotificationTrigger(
                dateMatching: DateComponents(moment),
                repeats: repeats
            )
        case .place(let place, let repeats):
            return UNLocationNotificationTrigger(place: place, repeats: repeats)
        }
    }
}

extension DateComponents {
    fileprivate init(_ moment: CalendarMoment) {
        self.init()
        year = moment.parts.year
        month = moment.parts.month
        day = moment.parts.day
        weekday = moment.parts.weekday
        hour = moment.parts.hour
        minute = moment.parts.minute
        second = moment.parts.second
        timeZone = moment.timeZone.flatMap { TimeZone(identifier: $0) }
    }
}

extension CalendarMoment {
    /// Parts of a second and the era are left out.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for another calendar, and for weeks of a year
    ///   or a month, unless a whole date makes them say nothing more.
    fileprivate init(_ components: DateComponents) throws(ProtectionError) {
        if let calendar = components.calendar {
            guard [.gregorian, .iso8601].contains(calendar.identifier) else {
                throw ProtectionError(.invalidArgument, "only the Gregorian calendar is known")
            }
        }
        let isDate = components.year != nil && components.month != nil && components.day != nil
        let others = [
            components.quarter, components.weekOfMonth, components.weekOfYear,
            components.weekdayOrdinal, components.yearForWeekOfYear,
        ]
        guard isDate || others.allSatisfy({ $0 == nil }) else {
            throw ProtectionError(
                .invalidArgument,
                "a time is given by year, month, day, weekday, hour, minute and second"
            )
        }
        var parts = Parts()
        parts.year = components.year
        parts.month = components.month
        parts.day = components.day
        parts.weekday = components.weekday
        parts.hour = components.hour
        parts.minute = components.minute
        parts.second = components.second
        try self.init(parts, timeZone: components.timeZone?.identifier)
    }
}
