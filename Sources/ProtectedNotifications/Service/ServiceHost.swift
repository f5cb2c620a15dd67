import Synchronization
import SystemIO

/// Runs service extensions in this process, each push with an instance and a ``ServiceRun`` of its own.
///
/// Extensions run on threads of their own, which they may block for good: the deadline ends a run anyway, though
/// the thread stays. A run is over once the extension has answered and returned from the call, so that what it
/// does after its answer is done too; at the deadline at the latest.
public struct ServiceHost: Sendable {
    private let clock: any Clock<Duration>
    private let canFilter: Bool
    private let limits: ServiceRun.Limits
    private let makeExtension: @Sendable () throws -> any ServiceExtension
    private let hear: @Sendable (NotificationRequest, ServiceOutcome.Note) -> Void

    /// Takes what makes the extension, which is the start of its process and counts.
    ///
    /// `canFilter` says that the app has the entitlement `com.apple.developer.usernotifications.filtering`;
    /// `hear` is told what is noted of a run when its outcome has been returned already.
    public init(
        clock: any Clock<Duration>,
        canFilter: Bool,
        limits: ServiceRun.Limits = ServiceRun.Limits(),
        makeExtension: @escaping @Sendable () throws -> any ServiceExtension,
        hear: @escaping @Sendable (NotificationRequest, ServiceOutcome.Note) -> Void = { _, _ in }
    ) {
        self.clock = clock
        self.canFilter = canFilter
        self.limits = limits
        self.makeExtension = makeExtension
        self.hear = hear
    }

    /// Runs an extension for a request; several may run at once.
    ///
    /// A task that is cancelled ends the run, as an extension does that fails.
    public func run(_ request: NotificationRequest) async -> ServiceOutcome {
        await run(request, on: clock)
    }

    private func run(
        _ request: NotificationRequest,
        on clock: some Clock<Duration>
    ) async -> ServiceOutcome {
        let start = clock.now
        let run = HostedRun(request, canFilter, limits, hear) { start.duration(to: clock.now) }
        // It must outlast a cancelled task, so it belongs to none.
        let timer = Task {
            while let deadline = run.deadline {
                do {
                    try await clock.sleep(until: start.advanced(by: deadline), tolerance: nil)
                } catch {
                    return run.fail(error)
                }
                run.take(.time)
            }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { run.begin($0, makeExtension) }
        } onCancel: {
            run.fail(CancellationError())
        }
    }
}

/// A run whose events come from several threads.
private final class HostedRun: Sendable {
    private struct State: Sendable {
        var run: ServiceRun
        var service: (any ServiceExtension)?
        var waiting: CheckedContinuation<ServiceOutcome, Never>?
        /// The call that the extension has not returned from.
        var call: ServiceRun.Action?
        /// Until when its return is waited for, once there is an outcome.
        var patience: Duration?
        var isOver = false

        /// When something is due; nil once the run is over.
        var deadline: Duration? { isOver ? nil : run.deadline ?? patience }

        mutating func take(_ event: ServiceRun.Event, at time: Duration) -> [ServiceRun.Action] {
            let deadline = deadline
            let actions = run.take(event, at: time)
            call = actions.first { $0 != .end } ?? call
            if actions.contains(.end) { patience = deadline }
            return actions
        }

        /// Whom to tell the outcome, when the run is over by this.
        mutating func end(at time: Duration) -> CheckedContinuation<ServiceOutcome, Never>? {
            guard let patience, !isOver, call == nil || patience <= time else { return nil }
            isOver = true
            service = nil
            defer { waiting = nil }
            return waiting
        }
    }

    private let request: NotificationRequest
    private let elapsed: @Sendable () -> Duration
    private let hear: @Sendable (NotificationRequest, ServiceOutcome.Note) -> Void
    private let state: Mutex<State>

    init(
        _ request: NotificationRequest,
        _ canFilter: Bool,
        _ limits: ServiceRun.Limits,
        _ hear: @escaping @Sendable (NotificationRequest, ServiceOutcome.Note) -> Void,
        elapsed: @escaping @Sendable () -> Duration
    ) {
        self.request = request
        self.hear = hear
        self.elapsed = elapsed
        state = Mutex(State(run: ServiceRun(request, canFilter: canFilter, limits)))
    }

    var deadline: Duration? { state.withLock { $0.deadline } }

    /// Starts the extension; the outcome goes to `waiting`.
    func begin(
        _ waiting: CheckedContinuation<ServiceOutcome, Never>,
        _ makeExtension: @escaping @Sendable () throws -> any ServiceExtension
    ) {
        let outcome = state.withLock { state in
            if !state.isOver { state.waiting = waiting }
            return state.isOver ? state.run.outcome : nil
        }
        if let outcome { return waiting.resume(returning: outcome) }
        detach { run in
            do { run.start(try makeExtension()) } catch { run.fail(error) }
        }
    }

    private func start(_ service: any ServiceExtension) {
        state.withLock { $0.service = $0.isOver ? nil : service }
        guard take(.started).contains(.callDidReceive) else { return }
        service.didReceive(request, answer: { self.take(.answered($0)) }, refuse: { self.fail($0) })
        didReturn(from: .callDidReceive)
    }

    @discardableResult
    func take(_ event: ServiceRun.Event) -> [ServiceRun.Action] {
        let actions = change { $0.take(event, at: $1) }
        if actions.contains(.callTimeWillExpire), let service = state.withLock({ $0.service }) {
            detach { run in
                service.timeWillExpire()
                run.didReturn(from: .callTimeWillExpire)
            }
        }
        return actions
    }

    /// The extension can answer no more, or nobody waits any more.
    func fail(_ error: any Error) {
        change { state, time in
            _ = state.take(.failed(.service(error)), at: time)
            state.call = nil
        }
    }

    private func didReturn(from call: ServiceRun.Action) {
        change { state, _ in
            if state.call == call { state.call = nil }
        }
    }

    /// Changes the state, and tells what has come of it, outside the lock.
    @discardableResult
    private func change<Result: Sendable>(
        _ body: (inout State, Duration) -> Result
    ) -> Result {
        let time = elapsed()
        let (result, outcome, waiting, known) = state.withLock { state in
            // What was noted before the end is in the outcome that is returned.
            let known = state.isOver ? state.run.outcome?.notes.count : nil
            let result = body(&state, time)
            let waiting = state.end(at: time)
            return (result, state.run.outcome, waiting, known)
        }
        guard let outcome else { return result }
        waiting?.resume(returning: outcome)
        if let known { outcome.notes.dropFirst(known).forEach { hear(request, $0) } }
        return result
    }

    private func detach(_ body: @escaping @Sendable (HostedRun) -> Void) {
        do { try SystemThread.detach { body(self) } } catch { fail(error) }
    }
}
