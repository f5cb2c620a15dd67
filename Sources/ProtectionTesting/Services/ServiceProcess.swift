import DeviceSimulation
import Dispatch
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import Synchronization
import SystemIO

/// What came of a run of a service extension, also after its end; it holds on to nothing.
final class ServiceRecord: Sendable {
    fileprivate struct State: Sendable {
        var run: ServiceRun
        /// Nil before the start and after the end.
        var service: (any ServiceExtension)?
        var waiting: CheckedContinuation<ServiceOutcome, Never>?
        var answers: [NotificationContent] = []
        /// Whether the extension has not returned from being asked.
        var isCalled = true
        var wasTold = false
        /// Whether it has nothing to do then.
        var hasLeftEnd = false
        /// Whether an answer is on its way, for which the end of the time then waits.
        var isAnswering = false
        /// Whether nobody waits for it to return any more.
        var isLeft = false
        /// Looks, while it is idle, whether its tasks could have gone on.
        var probe: PoolProbe?

        /// Whom to tell the outcome, when the run is over.
        mutating func end() -> (CheckedContinuation<ServiceOutcome, Never>, ServiceOutcome)? {
            guard let outcome = run.outcome, !isCalled || isLeft, let waiting else { return nil }
            self.waiting = nil
            service = nil
            return (waiting, outcome)
        }
    }

    fileprivate let state: Mutex<State>

    fileprivate init(_ run: ServiceRun) { state = Mutex(State(run: run)) }

    /// What came of it so far, with what is noted after its end; nil before.
    var outcome: ServiceOutcome? { state.withLock { $0.run.outcome } }
    /// What the handler was called with.
    var answers: [NotificationContent] { state.withLock { $0.answers } }
    /// Whether the extension was told that its time is up, or should have been.
    var wasTold: Bool { state.withLock { $0.wasTold } }
    /// Whether it was told, and left the rest to the system.
    var hasLeftEnd: Bool { state.withLock { $0.hasLeftEnd } }
}

/// A run of a service extension on a test device, whose time passes only when something moves it.
///
/// The extension is called on threads of its own, which it may block, with the device as the current one.
/// The run is over once the extension has answered, or can answer no more, and has returned.
final class ServiceProcess: Sendable {
    /// An extension that does nothing for twice as long, in real time, waits for what does not come.
    private static let patience = WorkWatch.longest / 2
    /// How long its tasks are waited for where every thread of the pool is busy.
    private static let poolPatience: Duration = .seconds(30)

    private let device: TestDevice
    private let request: NotificationRequest
    private let makeExtension: TestDevice.ServiceFactory
    private let limits = ServiceRun.Limits()
    private let start: Duration
    private let timer = MachineTimer.current
    private let hasAnswered = DispatchSemaphore(value: 0)
    let record: ServiceRecord

    init(
        _ device: TestDevice,
        _ request: NotificationRequest,
        canFilter: Bool,
        _ makeExtension: @escaping TestDevice.ServiceFactory
    ) {
        self.device = device
        self.request = request
        self.makeExtension = makeExtension
        start = device.simulation.clock.now()
        record = ServiceRecord(ServiceRun(request, canFilter: canFilter, limits))
    }

    private var hasEnded: Bool { record.outcome != nil }
    private var elapsed: Duration { device.simulation.clock.now() - start }

    /// Runs the extension; a task that is cancelled ends the run.
    func run() async -> ServiceOutcome {
        let idling = IdleWatch(device.monitor, timer, Self.patience) { [weak self] in
            self?.takePatience()
        }
        idling.start()
        defer { idling.stop() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { begin($0) }
        } onCancel: {
            fail(CancellationError())
        }
    }

    private func begin(_ waiting: CheckedContinuation<ServiceOutcome, Never>) {
        let isCancelled = record.state.withLock { state in
            state.waiting = waiting
            return state.run.outcome != nil
        }
        guard !isCancelled else { return change { $0.isLeft = true } }
        detach { [self] in
            device.bind { call() }
            change { $0.isCalled = false }
        }
    }

    private func call() {
        device.monitor.note("the service extension starts")
        if let delay = device.services.startDelay { device.advance(by: delay) }
        do {
            let service = try makeExtension(device)
            change { if $0.run.outcome == nil { $0.service = service } }
            guard take(.started).contains(.callDidReceive) else { return }
            service.didReceive(request, answer: answer, refuse: refuse)
        } catch { fail(error) }
    }

    private func answer(_ content: NotificationContent) {
        device.monitor.note("the service extension answers")
        if let strike = device.services.takeStrike() {
            change { $0.isAnswering = true }
            strike()
        }
        change { $0.answers.append(content) }
        take(.answered(content))
        hasAnswered.signal()
    }

    /// It answered what cannot be shown.
    private func refuse(_ error: ProtectionError) {
        change { $0.answers.append(request.content) }
        fail(error)
    }

    /// The extension can answer no more, or nobody waits any more.
    private func fail(_ error: any Error) {
        take(.failed(ProtectionError.service(error)))
        change { $0.isLeft = true }
    }

    @discardableResult
    private func take(_ event: ServiceRun.Event) -> [ServiceRun.Action] {
        let elapsed = elapsed
        return change { $0.run.take(event, at: elapsed) }
    }

    /// Changes the state, and tells the outcome when the run is over, outside the lock.
    @discardableResult
    private func change<Result: Sendable>(
        _ body: (inout ServiceRecord.State) -> sending Result
    ) -> Result {
        let (result, end) = record.state.withLock { (body(&$0), $0.end()) }
        if let (waiting, outcome) = end { waiting.resume(returning: outcome) }
        return result
    }

    /// - Returns: false when there is no thread, which ends the run.
    @discardableResult
    private func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
        do { try SystemThread.detach(body) } catch {
            fail(error)
            return false
        }
        return true
    }

    // MARK: Time

    /// What happens when nothing was done for long; nil when nothing is to happen.
    private func takePatience() -> (@Sendable () -> Void)? {
        let (isDue, wasTold) = record.state.withLock { state in
            let isDue = !state.isLeft && state.probe?.hasRun == true
            if isDue || state.probe == nil { state.probe = isDue ? nil : PoolProbe() }
            return (isDue, state.wasTold)
        }
        guard isDue else { return nil }
        return { [self] in
            if wasTold { endGrace() } else { expire() }
            // On a phone the process ends here, wherever the extension waits.
            change { $0.isLeft = $0.run.outcome != nil }
        }
    }

    /// Lets the budget be over: the extension is told, and after that its grace ends.
    ///
    /// Returns when both are over; where the extension waits for what the caller holds, as soon as the device
    /// has been quiet for a while, and the grace ends later. An answer that is on its way comes within the
    /// grace.
    func expire() {
        let isDue = record.state.withLock { state in
            defer { state.wasTold = true }
            return !state.wasTold && state.run.outcome == nil
        }
        guard isDue else { return }
        device.advance(by: max(.zero, limits.budget - elapsed))
        device.monitor.note("the time of the service extension is up")
        guard take(.time).contains(.callTimeWillExpire),
            let service = record.state.withLock({ $0.service })
        else { return }
        let (isTold, hasReturned, isOver) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let isRunning = detach { [self] in
            isTold.signal()
            let tasks = device.bind {
                device.container.work.watchingTasks(service.timeWillExpire)
            }
            if (service as? any ServiceExtensionLeavingEnd)?.hasLeftEnd == true {
                change { $0.hasLeftEnd = true }
            }
            hasReturned.signal()
            if !record.state.withLock({ $0.isAnswering }) {
                waitForAnswer(tasks)
                endGrace()
            }
            isOver.signal()
        }
        guard isRunning else { return }
        isTold.wait()
        if device.monitor.waitUntilQuiet(timer, { hasReturned.isSignalled }) { isOver.wait() }
    }

    /// Waits for an extension that was told, and may have handed the answer over.
    private func waitForAnswer(_ tasks: PendingWork.TaskWatch) {
        // Of some work nothing tells that it is there.
        device.monitor.waitUntilQuiet(timer) { hasEnded || hasAnswered.isSignalled }
        let probe = PoolProbe()
        device.monitor.waitUntilQuiet(timer, for: Self.poolPatience) {
            hasEnded || isDone(tasks) || probe.hasRun || hasAnswered.isSignalled
        }
        device.monitor.waitUntilQuiet(timer, for: WorkWatch.longest) {
            hasEnded || isDone(tasks) || hasAnswered.isSignalled
        }
    }

    private func isDone(_ tasks: PendingWork.TaskWatch) -> Bool {
        tasks.isOver && !device.container.work.snapshot.hasJobs
    }

    private func endGrace() {
        guard !hasEnded else { return }
        device.advance(by: limits.grace)
        take(.time)
    }
}

/// Sees whether the pool of threads that all tasks share has come to what was waiting for it.
final class PoolProbe: Sendable {
    private let state = Mutex(false)

    init() {
        // In its turn: each priority has a line of its own.
        Task.detached { self.state.withLock { $0 = true } }
    }

    var hasRun: Bool { state.withLock { $0 } }
}
