import Foundation
import ProtectionModel
import Synchronization

/// Runs the parts of a test, each on a device and in bounded time.
final class RunStage: Sendable {
    typealias Body = @Sendable (TestDevice) async throws -> Void

    /// A device on which no operation has begun for so long, in real time, is quiet.
    static let quiet: Duration = .milliseconds(100)
    /// Work of which nothing has come yet is waited for longer.
    static let patience: Duration = .seconds(2)
    private static let tick: Duration = .milliseconds(10)

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

        /// Whether it did not end, so that nothing after it makes sense.
        var didOverrun: Bool { outcome.overrun != nil }
    }

    /// Runs a part; one that does not end lets the test fail and ends its process.
    ///
    /// More operations than `operationLimit` can only be an endless repetition. After as much real time
    /// without an operation as `unlockAfterIdling` the unlock comes that is expected on the device.
    func perform(
        _ device: TestDevice,
        operationLimit: Int = .max,
        unlockAfterIdling: Duration? = nil,
        _ context: @escaping @Sendable () -> RunContext,
        _ body: @escaping Body
    ) async -> Part {
        let run = BoundedRun(timer)
        let executor = executor.withLock { $0 }
        device.monitor.tell(run, ofMoreThan: operationLimit)
        let idling = unlockAfterIdling.map { IdleWatch(device.monitor, timer, $0) }
        idling?.start()
        let (failureCount, outcome) = await report.run(device, context) { [limit] in
            await run.run(on: executor, within: limit) {
                try await device.bound { try await body(device) }
            }
        }
        idling?.stop()
        device.monitor.tell(nil)
        if run.isAbandoned {
            executor.abandon()
            self.executor.withLock { $0 = BodyExecutor() }
        }
        if let overrun = outcome.overrun {
            let context = context()
            report.fail(
                device,
                "\(context.headline): \(overrun.headline(device.monitor.progress))",
                "\(overrun.explanation)\n\(context.details)"
            )
            device.endProcess("it took too long")
        }
        return Part(failureCount: failureCount, outcome: outcome)
    }

    /// Waits until work that was started on a queue, a thread or in a task has come to rest.
    ///
    /// - Returns: whether it has.
    @discardableResult
    func settle(_ device: TestDevice, isPatient: Bool) async -> Bool {
        await Self.settle(device, timer, within: limit, isPatient: isPatient)
    }

    /// The same for a timer; `isPatient` says that something must still come.
    @discardableResult
    static func settle(
        _ device: TestDevice,
        _ timer: any RunTimer,
        within limit: Duration = .seconds(60),
        isPatient: Bool
    ) async -> Bool {
        let start = timer.now()
        var lastChange = start
        var last = device.monitor.activity
        let first = last.beginCount
        while timer.now() - start < limit {
            await timer.pause(for: tick)
            let now = device.monitor.activity
            // Modules with the plugin DeviceFoundation tell what they have handed to queues.
            let isPending = !device.container.work.isEmpty
            if now.isUnderWay || isPending || now.beginCount != last.beginCount {
                lastChange = timer.now()
            }
            last = now
            let isMissing = isPatient && now.beginCount == first
            guard timer.now() - lastChange >= (isMissing ? patience : quiet) else { continue }
            device.container.synchronizeDefaults()
            return true
        }
        return false
    }
}

/// Lets the expected unlock come when the code under test waits for it.
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
    private let state = Mutex(State())

    init(_ monitor: DeviceMonitor, _ timer: any RunTimer, _ patience: Duration) {
        self.monitor = monitor
        self.timer = timer
        self.patience = patience
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
            return now - state.idleSince >= patience
        }
        // On a thread of its own: observers of the unlock may wait forever, and alarms come one at a time.
        if isIdle, let unlock = monitor.takeUnlock() { Thread.detachNewThread(unlock) }
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
        case .time:
            "It may wait for a lock, a semaphore, a continuation or a notification that does not come. What "
                + "takes longer with reason has a `timeLimit` of its own."
        }
    }
}
