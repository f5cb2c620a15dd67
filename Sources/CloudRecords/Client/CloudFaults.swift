public import ProtectionModel
import Synchronization

/// A call of a device to the service.
public enum CloudCall: String, Sendable, Hashable, CaseIterable {
    /// Records by their names.
    case fetch
    /// Saves and removals.
    case change
    /// A page of a query.
    case query
    /// A page of what changed in a zone.
    case changes
    /// The list of zones.
    case zones
    /// A zone is made.
    case makeZone
    /// A zone is removed.
    case removeZone
    /// Who the user is, and finding others.
    case user
    case databaseChanges
    case outcomes
    case subscriptions
    case saveSubscription
    case removeSubscription
    case registerDevice
}

/// What a device asks the service for.
package struct CloudRequest: Sendable {
    /// What kind of call it is.
    package let call: CloudCall
    /// The database that is asked; the private one also where none is.
    package let scope: DatabaseScope
    /// The records that it saves.
    package var saves: [Record] = []
    /// The records that it removes.
    package var removals: [RecordID] = []

    init(_ call: CloudCall, in scope: DatabaseScope = .private) {
        self.call = call
        self.scope = scope
    }
}

/// The answer to a call that was done was lost, as the cause of a failure.
package struct LostAnswer: Error, Sendable {}

/// What goes wrong with a device's calls, on purpose: for tests.
///
/// Of several plans that mean a call the one that was made first hits it.
public final class CloudFaults: Sendable {
    /// What goes wrong.
    public enum Fault: Sendable, Hashable {
        /// The call is refused with a code.
        case refused(ErrorCode)
        /// Every second operation of a request is refused with `service-unavailable`.
        case partlyDone
        /// The user removes the app's data.
        case dataRemoved
        /// The user's keys are reset.
        case keysReset
    }

    /// When it goes wrong.
    public enum Moment: Sendable, Hashable, CaseIterable {
        /// Before the service does anything.
        case beforeCommit
        /// After the service did it: the answer is lost.
        case afterCommit
    }

    /// A fault that is to come.
    public struct Plan: Sendable, Hashable {
        /// What goes wrong.
        public var fault: Fault
        /// Which calls are meant; nil for all.
        public var call: CloudCall?
        /// The number of the first call that is meant, among all from now on and from 1.
        public var number = 1
        /// How many calls are hit.
        public var times = 1
        /// When it goes wrong.
        public var moment = Moment.beforeCommit
        /// How long after a hit every such call is refused.
        public var retryAfter: Duration?

        /// Plans a fault for the next call.
        public init(_ fault: Fault, call: CloudCall? = nil) {
            self.fault = fault
            self.call = call
        }
    }

    /// What a watcher is told.
    package enum Event: Sendable {
        /// A device asks for something; nothing was done yet.
        case called(CloudRequest)
        /// It asks although its like was to wait for so long still.
        case early(CloudRequest, Duration)
    }

    fileprivate struct Pending {
        var plan: Plan
        var seen = 0
        var closedUntil: Duration?
    }

    private struct State {
        var pending: [Pending] = []
        var calls: [CloudCall] = []
        var watcher: (@Sendable (Event) -> Void)?
    }

    private let state = Mutex(State())
    private let clock: any DeviceClock

    /// No faults yet.
    public init(clock: any DeviceClock) { self.clock = clock }

    /// Plans a fault, which comes after those that were planned before.
    public func plan(_ plan: Plan) {
        state.withLock { $0.pending.append(Pending(plan: plan)) }
    }

    /// Refuses the next calls with a code, before the service does anything.
    ///
    /// - Parameters:
    ///   - code: what the calls fail with.
    ///   - call: which calls are meant; nil for all.
    ///   - times: how many of them.
    ///   - retryAfter: how long every such call is refused after a hit, by the clock of the faults;
    ///     ``ProtectionModel/ProtectionError/retryAfter`` says how much of it is left.
    public func failNext(
        _ code: ErrorCode,
        call: CloudCall? = nil,
        times: Int = 1,
        retryAfter: Duration? = nil
    ) {
        var plan = Plan(.refused(code), call: call)
        plan.times = times
        plan.retryAfter = retryAfter
        self.plan(plan)
    }

    /// All calls so far, in their order, also those that failed.
    public var calls: [CloudCall] { state.withLock { $0.calls } }

    /// Tells somebody of every call from now on, before anything is done.
    package func watch(_ watcher: @escaping @Sendable (Event) -> Void) {
        state.withLock { $0.watcher = watcher }
    }

    /// Forgets what was planned.
    package func forget() { state.withLock { $0.pending = [] } }

    /// What hits a call.
    struct Hit {
        let fault: Fault
        let moment: Moment
        /// How long others like it are refused.
        let delay: Duration?
        var isEarly = false
    }

    /// Counts a call, and says what hits it.
    func next(_ request: CloudRequest) -> Hit? {
        let watcher = state.withLock { $0.watcher }
        watcher?(.called(request))
        let hit = hit(request.call)
        if let delay = hit?.delay, hit?.isEarly == true { watcher?(.early(request, delay)) }
        return hit
    }

    private func hit(_ call: CloudCall) -> Hit? {
        let now = clock.now()
        return state.withLock { state in
            state.calls.append(call)
            for index in state.pending.indices
            where state.pending[index].plan.call.map({ $0 == call }) ?? true {
                if let hit = state.pending[index].hit(at: now) { return hit }
            }
            state.pending.removeAll { $0.isOver(at: now) }
            return nil
        }
    }
}

extension CloudFaults.Pending {
    mutating func hit(at now: Duration) -> CloudFaults.Hit? {
        if let closedUntil, now < closedUntil {
            return CloudFaults.Hit(
                fault: plan.fault,
                moment: .beforeCommit,
                delay: closedUntil - now,
                isEarly: true
            )
        }
        seen += 1
        guard seen >= plan.number, seen < plan.number + plan.times else { return nil }
        closedUntil = plan.retryAfter.map { now + $0 }
        return CloudFaults.Hit(fault: plan.fault, moment: plan.moment, delay: plan.retryAfter)
    }

    func isOver(at now: Duration) -> Bool {
        seen >= plan.number + plan.times && closedUntil.map { now >= $0 } ?? true
    }
}
