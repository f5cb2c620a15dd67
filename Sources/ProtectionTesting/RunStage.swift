import Foundation
import ProtectionModel
import Synchronization

/// Runs the parts of a test, each on a device and in bounded time.
final class RunStage: Sendable {
    typealias Body = @Sendable (TestDevice) async throws -> Void

    let timer: any RunTimer
    private let report: FailureReport
    private let limit: Duration
    private let executor = Mutex(BodyExecutor())

    init(_ report: FailureReport, within limit: Duration) {
        self.report = report
        self.limit = limit
        timer = MachineTimer.current
    }

    /// What a part came to.
    struct Part: Sendable {
        var failureCount = 0
        let outcome: BoundedRun.Outcome
        /// What the part started and did not wait for.
        var work = BackgroundWork()

        /// Whether it did not end, so that nothing after it makes sense.
        var didOverrun: Bool { outcome.overrun != nil }
    }

    /// What a part may do, and what is waited for.
    struct Terms: Sendable {
        /// More operations can only be an endless repetition.
        var operationLimit = Int.max
        /// After as much real time without an operation the unlock comes that is expected on the device.
        var unlockAfterIdling: Duration?
        /// How work is waited for that the part has started.
        var patience = WorkWatch.Patience()
    }

    /// Runs a part; one that does not end lets the test fail and ends its process.
    func perform(
        _ device: TestDevice,
        _ terms: Terms,
        _ context: @escaping @Sendable () -> RunContext,
        _ body: @escaping Body
    ) async -> Part {
        let run = BoundedRun(timer)
        let executor = executor.withLock { $0 }
        device.monitor.tell(run, ofMoreThan: terms.operationLimit)
        let idling = terms.unlockAfterIdling.map { patience in
            IdleWatch(device.monitor, timer, patience) { [monitor = device.monitor] in
                monitor.takeUnlock()
            }
        }
        idling?.start()
        let watch = WorkWatch(device, timer, within: limit, terms.patience)
        var (failureCount, part) = await report.run(device, context) { [limit] in
            let outcome = await run.run(on: executor, within: limit) {
                try await device.bound { try await body(device) }
            }
            return await Self.rest(outcome, watch)
        }
        part.failureCount = failureCount
        idling?.stop()
        device.monitor.tell(nil)
        if run.isAbandoned {
            executor.abandon()
            self.executor.withLock { $0 = BodyExecutor() }
        }
        if let overrun = part.outcome.overrun { fail(device, overrun, context()) }
        return part
    }

    private func fail(_ device: TestDevice, _ overrun: BoundedRun.Overrun, _ context: RunContext) {
        report.fail(
            device,
            "\(context.headline): \(overrun.headline(device.monitor.progress))",
            "\(overrun.explanation)\n\(context.details)"
        )
        device.endProcess("it took too long")
    }

    /// Waits for what a part has started, unless it is over with its process.
    private static func rest(_ outcome: BoundedRun.Outcome, _ watch: WorkWatch) async -> Part {
        switch outcome {
        case .processEnded, .overran: return Part(outcome: outcome)
        case .threw where watch.patience.known == nil: return Part(outcome: outcome)
        case .returned, .threw: break
        }
        let rest = await watch.rest()
        if let count = watch.excess {
            return Part(outcome: .overran(.operations(count)), work: rest.work)
        }
        guard rest.isOver else {
            return Part(outcome: .overran(.work(watch.limit)), work: rest.work)
        }
        return Part(outcome: outcome, work: rest.work)
    }
}

/// Lets something happen when the code under test waits, doing nothing.
final class IdleWatch: Sendable {
    private static let tick: Duration = .milliseconds(50)

    private struct State {
        var alarm: RunAlarm?
        var beginCount = -1
        var idleSince: Duration = .zero
        var isOver = false
    }

    private let monitor: DeviceMonitor
    private let timer: any RunTimer
    private let patience: Duration
    private let next: @Sendable () -> (@Sendable () -> Void)?
    private let state = Mutex(State())

    /// Asks `next` for what is to happen, whenever nothing was done for so long.
    init(
        _ monitor: DeviceMonitor,
        _ timer: any RunTimer,
        _ patience: Duration,
        _ next: @escaping @Sendable () -> (@Sendable () -> Void)?
    ) {
        self.monitor = monitor
        self.timer = timer
        self.patience = patience
        self.next = next
    }

    func start() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.alarm = timer.alarm(after: Self.tick) { [weak self] in self?.look() }
        }
    }

    private func look() {
        let activity = monitor.activity
        let now = timer.now()
        let isIdle = state.withLock { state in
            if activity.isUnderWay || activity.beginCount != state.beginCount {
                state.beginCount = activity.beginCount
                state.idleSince = now
            }
            guard now - state.idleSince >= patience else { return false }
            state.idleSince = now
            return true
        }
        // On a thread of its own: observers of an unlock may wait forever, and alarms come one at a time.
        if isIdle, let event = next() { Thread.detachNewThread(event) }
        start()
    }

    func stop() {
        let alarm = state.withLock { state in
            state.isOver = true
            return state.alarm
        }
        alarm?.cancel()
    }
}

extension BoundedRun.Overrun {
    /// What did not end, and what it waited for.
    func headline(_ progress: StepProgress) -> String {
        switch self {
        case .work(let limit):
            return "work that it started on a queue or thread did not end within \(limit.inSeconds)"
                + (progress.last.map { ": the last operation was `\($0)`" } ?? "")
        case .operations(let count):
            return "it repeats without end: it has made \(count) operations"
                + (progress.last.map { ", the last `\($0)`" } ?? "")
        case .time(let limit):
            let head = "it did not end within \(limit.inSeconds)"
            if let operation = progress.underWay {
                return "\(head): it waits in `\(operation.sentence)`"
            }
            guard let last = progress.last else { return "\(head), and made no operation" }
            return "\(head): its last operation was `\(last)`, and what it waits for is none"
        }
    }

    var explanation: String {
        switch self {
        case .operations:
            "Let the code wait for `protectedDataDidBecomeAvailable` instead of trying again at once; when "
                + "nothing is done for a while the device is unlocked."
        case .time, .work:
            "It may wait for a lock, a semaphore, a continuation or a notification that does not come. What "
                + "takes longer with reason has a `timeLimit` of its own."
        }
    }
}
