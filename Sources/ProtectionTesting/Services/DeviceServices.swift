import Dispatch
import ProtectedNotifications
import Synchronization

/// The service extensions that run on a test device, and what happens to them.
final class DeviceServices: Sendable {
    private struct State {
        var disturbance = ServiceDisturbance.nothing
        var running: [ServiceProcess] = []
        var records: [ServiceRecord] = []
        var startDelay: Duration?
        var receive: (@Sendable () async throws -> Void)?
        var second: SecondPush?
        var run: ServiceExtensionRun?
        var atAnswer: (@Sendable () -> Void)?
    }

    private struct SecondPush {
        let task: Task<Void, any Error>
        /// Held on to, because a task does not.
        let executor: BodyExecutor
    }

    private let state = Mutex(State())

    /// What has happened to them.
    var disturbance: ServiceDisturbance {
        get { state.withLock { $0.disturbance } }
        set { state.withLock { $0.disturbance = newValue } }
    }

    /// What a run at every step tells of them; nil before their end.
    var run: ServiceExtensionRun? {
        get { state.withLock { $0.run } }
        set { state.withLock { $0.run = newValue } }
    }

    /// What came of all of them, in the order in which they started.
    var records: [ServiceRecord] { state.withLock { $0.records } }

    /// Runs one.
    func run(_ process: ServiceProcess) async -> ServiceOutcome {
        state.withLock { state in
            state.running.append(process)
            state.records.append(process.record)
        }
        // It holds the device that we belong to.
        defer { state.withLock { $0.running.removeAll { $0 === process } } }
        return await process.run()
    }

    // MARK: The start

    /// How long a start takes; nil for no time.
    var startDelay: Duration? { state.withLock { $0.startDelay } }

    /// From now on a start takes more time than there is.
    func delayStart() {
        state.withLock { $0.startDelay = ServiceRun.Limits().budget + .seconds(1) }
    }

    // MARK: The end

    /// The time of what runs is up.
    func expire() { state.withLock { $0.running.first }?.expire() }

    /// From now on `strike` runs just before the next answer is taken, once.
    func strikeAtAnswer(_ strike: @escaping @Sendable () -> Void) {
        state.withLock { $0.atAnswer = strike }
    }

    /// What is to happen before an answer is taken, which then is the caller's to do.
    func takeStrike() -> (@Sendable () -> Void)? {
        state.withLock { state in
            defer { state.atAnswer = nil }
            return state.atAnswer
        }
    }

    // MARK: Another push

    /// Runs `body`, during which another push can come by `receive`; returns when both are over.
    func receiving(
        _ receive: @escaping @Sendable () async throws -> Void,
        while body: () async throws -> Void
    ) async throws {
        state.withLock { $0.receive = receive }
        defer { state.withLock { $0.receive = nil } }
        try await body()
        try await state.withLock { $0.second }?.task.value
    }

    /// Lets another push come, and waits until it is dealt with, or waits for what the caller holds.
    func receiveSecond(on device: TestDevice) {
        guard let receive = state.withLock({ $0.receive }) else { return }
        let isOver = DispatchSemaphore(value: 0)
        let executor = BodyExecutor()
        let task = Task(executorPreference: executor) {
            defer { isOver.signal() }
            try await receive()
        }
        state.withLock { $0.second = SecondPush(task: task, executor: executor) }
        device.monitor.waitUntilQuiet { isOver.isSignalled }
    }
}

extension DeviceMonitor {
    /// Waits until something is so, which takes a moment to find out.
    ///
    /// - Returns: false when before that no operation has begun for a while.
    @discardableResult
    func waitUntilQuiet(
        _ timer: any RunTimer = MachineTimer.current,
        for patience: Duration = WorkWatch.quiet,
        _ isSo: () -> Bool
    ) -> Bool {
        var (count, changed) = (activity.beginCount, timer.now())
        while timer.now() - changed < patience {
            if isSo() { return true }
            let now = activity.beginCount
            if now != count { (count, changed) = (now, timer.now()) }
        }
        return isSo()
    }
}

extension DispatchSemaphore {
    /// Whether it was signalled, for which it waits a moment.
    var isSignalled: Bool { wait(timeout: .now() + .milliseconds(5)) == .success }
}
