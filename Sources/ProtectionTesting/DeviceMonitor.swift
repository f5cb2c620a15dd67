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
        var disturbedStep = 0
        var isRetired = false
        var lateUseCount = 0
        var isUsed = false
        /// How many things are happening to the device right now.
        var eventDepth = 0
        /// The numbers of operations under way.
        var numbers: [FileOperation: [Int?]] = [:]
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
            state.isUsed = true
            if state.isRetired { state.lateUseCount += 1 }
            // What observers of a lock do belongs to the lock, within which no other can come.
            guard state.isCounting, state.eventDepth == 0 else {
                state.numbers[operation, default: []].append(nil)
                return nil
            }
            state.stepCount += 1
            state.numbers[operation, default: []].append(state.stepCount)
            guard let disturbance = state.disturbance, disturbance.step == state.stepCount else {
                return nil
            }
            state.disturbed = operation
            state.disturbedStep = state.stepCount
            state.disturbance = nil
            return disturbance.run
        }
        // Observers of the lock may use files, which comes back here.
        run?()
    }

    func didPerform(_ operation: FileOperation, _ failure: ProtectionError?) {
        guard !Self.isUnseen else { return }
        let time = clock.now()
        state.withLock { state in
            let number = state.numbers[operation]?.popLast() ?? nil
            if state.numbers[operation]?.isEmpty == true { state.numbers[operation] = nil }
            state.timeline.append(
                TimelineEntry(
                    time: time,
                    step: number,
                    what: operation.sentence,
                    failure: failure?.code.description
                )
            )
            if let loss = state.oracle.judge(operation, failure) { state.losses.append(loss) }
        }
    }

    // MARK: What happens to the device

    /// Runs what happens to the device: operations of those who observe it are recorded and judged, and
    /// neither counted nor disturbed.
    func duringEvent<Result>(_ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.eventDepth += 1 }
        defer { state.withLock { $0.eventDepth -= 1 } }
        return try body()
    }

    func note(_ event: DeviceEvent) {
        note("the device: \(event.kind.rawValue) (\(event.state.rawValue))")
    }

    func note(_ what: String, isDisturbance: Bool = false) {
        let entry = TimelineEntry(
            time: clock.now(),
            step: nil,
            what: "== " + what,
            failure: nil,
            isDisturbance: isDisturbance
        )
        state.withLock { $0.timeline.append(entry) }
    }

    // MARK: What a runner asks for

    var timeline: Timeline { state.withLock { $0.timeline } }

    /// Begins the timeline again: what made the device is not part of it.
    func restartTimeline() { state.withLock { $0.timeline = Timeline() } }

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

    /// What may be lost of another device may be lost of this one.
    func takeAllowances(from other: DeviceMonitor) {
        let allowed = other.state.withLock { $0.oracle.allowed }
        state.withLock { $0.oracle.allowed += allowed }
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

    /// The number of the operation before which the device was disturbed; 0 while it was not.
    var disturbedStep: Int { state.withLock { $0.disturbedStep } }

    /// Whether the device was asked for, or its files used, by the code under test.
    var isUsed: Bool {
        get { state.withLock { $0.isUsed } }
        set { state.withLock { $0.isUsed = newValue } }
    }

    /// From here on the device should not be used.
    func retire() {
        state.withLock { state in
            state.isRetired = true
            // Many runs would keep many timelines.
            state.timeline = Timeline()
            state.oracle.forgetRefusals()
        }
    }

    /// How often it was used nevertheless.
    var lateUseCount: Int { state.withLock { $0.lateUseCount } }
}

/// The devices of runs that are over, which should not be used any more.
final class RetiredDevices: Sendable {
    private let monitors = Mutex<[DeviceMonitor]>([])

    func add(_ monitor: DeviceMonitor) {
        monitor.retire()
        monitors.withLock { $0.append(monitor) }
    }

    /// How often one of them was used nevertheless.
    var lateUseCount: Int {
        monitors.withLock { $0.map(\.lateUseCount).reduce(0, +) }
    }
}
