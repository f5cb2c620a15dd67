public import ProtectionModel

/// The requests of an app that wait for their time.
///
/// A value: time and position are told to it, and it says what is due.
public struct NotificationSchedule: Sendable, Hashable, Codable {
    /// A request and when it is due.
    public struct Pending: Sendable, Hashable, Codable {
        /// What waits.
        public let request: NotificationRequest
        /// Nil for one that waits for a place.
        public let due: Timestamp?
    }

    /// So many of an app wait, the soonest (Apple keeps 64).
    public static let limit = 64

    /// Those that wait, the soonest first; those for a place may come at any moment, and are before all.
    package private(set) var pending: [Pending] = []
    private var position: NotificationPlace.Position?

    /// Nothing waits.
    package init() {}

    /// Takes a request in, in the place of one with its identifier.
    ///
    /// - Returns: those for which there is no room any more.
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a time that never comes, and a time zone that
    ///   is not known.
    package mutating func add(
        _ request: NotificationRequest,
        now: Timestamp,
        deviceZone: String
    ) throws(ProtectionError) -> [NotificationRequest] {
        let due = try Self.due(request.trigger, after: now, deviceZone)
        pending.removeAll { $0.request.identifier == request.identifier }
        insert(Pending(request: request, due: due))
        let excess = pending.dropFirst(Self.limit).map(\.request)
        pending.removeLast(excess.count)
        return excess
    }

    /// Takes requests out by their identifiers.
    package mutating func remove(_ identifiers: Set<String>) {
        pending.removeAll { identifiers.contains($0.request.identifier) }
    }

    /// When the next is due; nil when none waits for a time.
    package var nextDue: Timestamp? { pending.lazy.compactMap(\.due).first }

    /// The first of those that are due by now, and what waits without it; nil when none is due.
    ///
    /// One that repeats waits again, if its time comes again, so that it is due once however late it is.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for a time zone that is not known.
    package func takingDue(
        by now: Timestamp,
        deviceZone: String
    ) throws(ProtectionError) -> (Pending, rest: NotificationSchedule)? {
        guard let index = pending.firstIndex(where: { $0.due.map { $0 <= now } ?? false }),
            let moment = pending[index].due
        else { return nil }
        var rest = self
        let entry = rest.pending.remove(at: index)
        if entry.request.trigger?.repeats == true,
            let next = try Self.next(entry.request.trigger, moment, now, deviceZone)
        {
            rest.insert(Pending(request: entry.request, due: next))
        }
        return (entry, rest)
    }

    /// The device is somewhere: those that wait for this place and are due.
    package mutating func move(to new: NotificationPlace.Position) -> [NotificationRequest] {
        let old = position
        position = new
        let due = pending.map(\.request).filter { request in
            guard case .place(let place, _) = request.trigger else { return false }
            return place.isCrossed(from: old, to: new)
        }
        remove(Set(due.filter { $0.trigger?.repeats != true }.map(\.identifier)))
        return due
    }

    private mutating func insert(_ entry: Pending) {
        let place = pending.firstIndex { other in
            switch (entry.due, other.due) {
            case (let due?, let otherDue?): due < otherDue
            case (nil, _?): true
            case (_, nil): false
            }
        }
        pending.insert(entry, at: place ?? pending.endIndex)
    }

    static func due(
        _ trigger: NotificationTrigger?,
        after now: Timestamp,
        _ deviceZone: String
    ) throws(ProtectionError) -> Timestamp? {
        switch trigger {
        case nil: return now
        case .place: return nil
        case .interval(let interval, _): return now.adding(interval)
        case .calendar(let moment, _):
            guard let due = try moment.next(after: now, deviceZone: deviceZone) else {
                throw ProtectionError(.invalidArgument, "the time of the notification has passed")
            }
            return due
        }
    }

    /// The first time after now at which a request that was due at `moment` is due again; nil for never.
    private static func next(
        _ trigger: NotificationTrigger?,
        _ moment: Timestamp,
        _ now: Timestamp,
        _ deviceZone: String
    ) throws(ProtectionError) -> Timestamp? {
        switch trigger {
        case nil, .place: return nil
        case .calendar(let next, _): return try next.next(after: now, deviceZone: deviceZone)
        case .interval(let interval, _):
            // In its own rhythm, however long the device was off.
            let late = Duration(
                secondsComponent: now.seconds - moment.seconds,
                attosecondsComponent: (now.nanoseconds - moment.nanoseconds) * 1_000_000_000
            )
            return moment.adding(interval * (late.attoseconds / interval.attoseconds + 1))
        }
    }
}

extension NotificationTrigger {
    var repeats: Bool {
        switch self {
        case .interval(_, let repeats), .calendar(_, let repeats), .place(_, let repeats): repeats
        }
    }
}
