public import ProtectionModel

/// One run of a service extension for one push: events with their times go in, what is to be done comes out.
///
/// Times count from the start of the process, which the start is part of. What is due by the time of an event
/// is done before the event. The extension has the budget; then it is told that its time is up, and has the
/// grace, counted from when it was told; then the run ends, and what was pushed is shown.
public struct ServiceRun: Sendable, Hashable {
    /// How long an extension may take.
    public struct Limits: Sendable, Hashable {
        /// Until it is told that its time is up: about 30 seconds, counted from the start of the process
        /// (Apple, UNNotificationServiceExtension, names no number; 807554 of its forums does).
        public var budget: Duration = .seconds(30)
        /// From then until the end (M).
        public var grace: Duration = .seconds(1)

        /// A phone's.
        public init() {}
    }

    /// What happens to a run.
    public enum Event: Sendable, Hashable {
        /// The extension can be called.
        case started
        /// It called its handler.
        case answered(NotificationContent)
        /// It can answer no more.
        case failed(ProtectionError)
        /// Nothing but that time has passed.
        case time
    }

    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// Ask for an answer.
        case callDidReceive
        /// Tell that the time is up.
        case callTimeWillExpire
        /// ``ServiceRun/outcome`` is there; the process goes.
        case end
    }

    private enum Phase: Hashable {
        case starting
        case receiving
        case expiring(end: Duration)
        case ended
    }

    private let request: NotificationRequest
    private let canFilter: Bool
    private let limits: Limits
    private var phase = Phase.starting
    private var hasAnswered = false
    /// Nil before the end; afterwards only its notes grow.
    public private(set) var outcome: ServiceOutcome?

    /// The process starts, at time zero; `canFilter` says that the app has the entitlement
    /// `com.apple.developer.usernotifications.filtering`.
    public init(_ request: NotificationRequest, canFilter: Bool, _ limits: Limits = Limits()) {
        self.request = request
        self.canFilter = canFilter
        self.limits = limits
    }

    /// When something is due although nothing happens; nil after the end.
    public var deadline: Duration? {
        switch phase {
        case .starting, .receiving: limits.budget
        case .expiring(let end): end
        case .ended: nil
        }
    }

    /// Takes an event in, and says what is to be done, in order.
    ///
    /// An answer that comes when the time is up, of which the extension was not told yet, spares the telling.
    public mutating func take(_ event: Event, at time: Duration) -> [Action] {
        let due = takeDue(at: time)
        switch (event, phase) {
        case (.started, .starting):
            phase = .receiving
            return [.callDidReceive]
        case (.answered(let content), .receiving): return end(with: content, .delivered)
        case (.answered(let content), .expiring): return end(with: content, .expired)
        case (.answered, .ended):
            outcome?.add(hasAnswered ? .twice : .late)
            hasAnswered = true
            return due
        case (.failed(let error), .starting), (.failed(let error), .receiving),
            (.failed(let error), .expiring):
            return end(.failed(request, error))
        // Nobody can answer what was not asked, or start twice.
        case (.time, _), (.answered, .starting), (.started, _), (.failed, .ended): return due
        }
    }

    private mutating func takeDue(at time: Duration) -> [Action] {
        guard let deadline, deadline <= time else { return [] }
        switch phase {
        case .starting: return end(.unanswered(request, .killedAtStart))
        case .receiving:
            phase = .expiring(end: time + limits.grace)
            return [.callTimeWillExpire]
        case .expiring: return end(.unanswered(request))
        case .ended: return []
        }
    }

    private mutating func end(
        with content: NotificationContent,
        _ ending: ServiceOutcome.Ending
    ) -> [Action] {
        hasAnswered = true
        return end(.answered(content, to: request, canFilter: canFilter, ending))
    }

    private mutating func end(_ outcome: ServiceOutcome) -> [Action] {
        phase = .ended
        self.outcome = outcome
        return [.end]
    }
}
