import Synchronization

/// Runs a closure of a test in a task of its own, which is waited for no longer than makes sense: not
/// for one whose process has ended, and not beyond a limit.
final class BoundedRun: Sendable {
    enum Outcome: Sendable {
        case returned
        case threw(any Error)
        /// The process ended, and the closure with it.
        case processEnded
        /// It did not end.
        case overran(Overrun)

        var error: (any Error)? {
            if case .threw(let error) = self { error } else { nil }
        }

        var overrun: Overrun? {
            if case .overran(let overrun) = self { overrun } else { nil }
        }
    }

    /// How it went on and on.
    enum Overrun: Sendable, Hashable {
        case time(Duration)
        /// The closure has ended, but not what it started.
        case work(Duration)
        case operations(Int)
    }

    /// Real time in which a closure can still unwind after its process has ended.
    static let unwinding: Duration = .seconds(1)

    private struct State {
        var outcome: Outcome?
        var hasEnded = false
        var continuation: CheckedContinuation<Outcome, Never>?
        var task: Task<Void, Never>?
        var alarms: [RunAlarm] = []
        var isClosureOver = false
    }

    private let timer: any RunTimer
    private let state = Mutex(State())

    init(_ timer: any RunTimer) { self.timer = timer }

    /// Whether the closure is still running although nobody waits for it.
    var isAbandoned: Bool { state.withLock { !$0.isClosureOver } }

    func run(
        on executor: BodyExecutor,
        within limit: Duration,
        _ body: @escaping @Sendable () async throws -> Void
    ) async -> Outcome {
        let alarm = timer.alarm(after: limit) { [weak self] in
            self?.finish(.overran(.time(limit)))
        }
        state.withLock { $0.alarms.append(alarm) }
        let task = Task(executorPreference: executor) {
            do {
                try await body()
                self.closureIsOver(.returned)
            } catch {
                self.closureIsOver(.threw(error))
            }
        }
        let isLate = state.withLock { state in
            state.task = task
            return state.hasEnded || state.outcome != nil
        }
        if isLate { task.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.continuation = continuation }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            task.cancel()
        }
    }

    private func closureIsOver(_ outcome: Outcome) {
        let hasEnded = state.withLock { state in
            state.isClosureOver = true
            return state.hasEnded
        }
        finish(hasEnded ? .processEnded : outcome)
    }

    private func finish(_ outcome: Outcome) {
        let before = state.withLock { state -> State? in
            guard state.outcome == nil else { return nil }
            defer { (state.outcome, state.continuation, state.alarms) = (outcome, nil, []) }
            return state
        }
        guard let before else { return }
        for alarm in before.alarms { alarm.cancel() }
        if !before.isClosureOver { before.task?.cancel() }
        before.continuation?.resume(returning: outcome)
    }

    /// The process has ended: the closure's task is cancelled, and it has a moment to unwind.
    func processHasEnded() {
        let task = state.withLock { state in
            state.hasEnded = true
            return state.task
        }
        task?.cancel()
        let alarm = timer.alarm(after: Self.unwinding) { [weak self] in
            self?.finish(.processEnded)
        }
        let isOver = state.withLock { state in
            if state.outcome == nil { state.alarms.append(alarm) }
            return state.outcome != nil
        }
        if isOver { alarm.cancel() }
    }

    /// The closure asks and asks although its process has ended: it will not unwind.
    func abandon() { finish(.processEnded) }

    /// The closure makes more operations than it can need.
    func stopForOperations(_ count: Int) { finish(.overran(.operations(count))) }
}
