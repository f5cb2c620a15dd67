import ProtectedStore
import ProtectionModel
import Synchronization

/// Watches a test device: counts operations, lets something happen before one of them, keeps the
/// timeline and asks the oracle.
final class DeviceMonitor: OperationObserver {
    private struct State {
        var timeline = Timeline()
        var oracle = LossOracle()
        var losses: [LossOracle.Loss] = []
        var isCounting = false
        var stepCount = 0
        var disturbance: (step: Int, run: @Sendable () -> Void)?
        /// What was about to be done when the disturbance came.
        var disturbed: FileOperation?
        var isRetired = false
        var lateUseCount = 0
    }

    /// Whether operations are the testing library's own.
    @TaskLocal private static var isUnseen = false

    private let clock: any DeviceClock
    private let state = Mutex(State())

    init(clock: any DeviceClock) {
        self.clock = clock
    }

    /// Runs what the code under test does not do: nothing of it is counted, recorded or judged.
    static func unseen<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $isUnseen.withValue(true) { try body() }
    }

    // MARK: What the code under test does

    func willPerform(_ operation: FileOperation) {
        guard !Self.isUnseen else { return }
        let run = state.withLock { state -> (@Sendable () -> Void)? in
            if state.isRetired { state.lateUseCount += 1 }
            guard state.isCounting else { return nil }
            state.stepCount += 1
            guard let disturbance = state.disturbance, disturbance.step == state.stepCount else {
                return nil
            }
            state.disturbed = operation
            state.disturbance = nil
            return disturbance.run
        }
        // Observers of the lock may use files, which comes back here.
        run?()
    }

    func didPerform(_ operation: FileOperation, _ failure: StoreError?) {
        guard !Self.isUnseen else { return }
        let time = clock.now()
        state.withLock { state in
            state.timeline.append(
                TimelineEntry(
                    time: time,
                    step: state.isCounting ? state.stepCount : nil,
                    what: operation.sentence,
                    failure: failure?.code.description
                )
            )
            if let loss = state.oracle.judge(operation, failure) { state.losses.append(loss) }
        }
    }

    // MARK: What happens to the device

    func note(_ event: DeviceEvent) {
        note("the device: \(event.kind.rawValue) (\(event.state.rawValue))")
    }

    func note(_ what: String) {
        let entry = TimelineEntry(time: clock.now(), step: nil, what: "== " + what, failure: nil)
        state.withLock { $0.timeline.append(entry) }
    }

    // MARK: What a runner asks for

    var timeline: Timeline { state.withLock { $0.timeline } }

    /// What was lost so far, each once.
    func takeLosses() -> [LossOracle.Loss] {
        state.withLock { state in
            defer { state.losses = [] }
            return state.losses
        }
    }

    func allowLoss(at path: DevicePath) {
        state.withLock { $0.oracle.allowLoss(at: path) }
    }

    /// Counts from here on; before the operation of that number, from 1, `run` is called.
    func startCounting(disturbingStep step: Int? = nil, _ run: @escaping @Sendable () -> Void = {})
    {
        state.withLock { state in
            state.isCounting = true
            state.stepCount = 0
            state.disturbed = nil
            state.disturbance = step.map { ($0, run) }
        }
    }

    /// How many operations were counted.
    @discardableResult
    func stopCounting() -> Int {
        state.withLock { state in
            state.isCounting = false
            state.disturbance = nil
            return state.stepCount
        }
    }

    /// The operation that was disturbed; nil while none was.
    var disturbed: FileOperation? { state.withLock { $0.disturbed } }

    /// From here on nobody should use the device any more.
    func retire() { state.withLock { $0.isRetired = true } }

    /// How often it was used all the same.
    var lateUseCount: Int { state.withLock { $0.lateUseCount } }
}
