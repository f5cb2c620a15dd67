import Foundation
import ProtectedFoundation
import ProtectedStore
import ProtectionModel
import Synchronization

/// Watches a test device: counts operations, lets something happen before one of them, ends the
/// process, keeps the timeline and asks the oracle.
final class DeviceMonitor: OperationObserver {
    /// Whether operations are the testing library's own.
    @TaskLocal private static var isUnseen = false

    private let clock: any DeviceClock
    private let state = Mutex(MonitorState())
    private let isThere = Mutex<@Sendable (DevicePath) -> Bool>({ _ in true })

    init(clock: any DeviceClock) {
        self.clock = clock
    }

    /// Runs what the code under test does not do: nothing of it is counted, recorded or judged.
    static func unseen<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $isUnseen.withValue(true) { try body() }
    }

    /// The same for what waits.
    static func unseen<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await $isUnseen.withValue(true) { try await body() }
    }

    // MARK: What the code under test does

    func willPerform(_ operation: FileOperation) throws(ProtectionError) {
        guard !Self.isUnseen else { return }
        let turn = state.withLock { $0.begin(operation, isTracked: PendingWork.isKnown) }
        switch turn {
        case .goesOn: return
        case .happens(let events):
            // Observers of the lock may use files, which comes back here.
            for event in events { event() }
        case .isRefused(let count): try refuse(count)
        case .isTooMuch(let count, let watcher): watcher?.stopForOperations(count)
        }
        // The process may have ended just now.
        guard let ended = state.withLock({ $0.takeBack(operation) }) else { return }
        throw error(ended)
    }

    private func refuse(_ count: Int) throws(ProtectionError) {
        let (ended, watcher) = state.withLock { ($0.ended, $0.watcher) }
        if count > MonitorState.patience {
            watcher?.abandon()
            // A process that is dead makes no more operations. This one would ask until the tests are
            // over: nothing ends a thread from outside.
            while true { Thread.sleep(forTimeInterval: 3_600) }
        }
        if let ended { throw error(ended) }
    }

    private func error(_ ended: ProcessEnded) -> ProtectionError {
        ProtectionError(.deviceOff, ended.description, cause: ended)
    }

    func didPerform(_ operation: FileOperation, _ failure: ProtectionError?) {
        guard !Self.isUnseen else { return }
        let time = clock.now()
        // Whether a refused file is there is asked outside our own lock.
        let isThere =
            !operation.isCreating || failure?.code != .protectedDataUnavailable
            || isThere.withLock { $0 }(operation.path)
        state.withLock { $0.end(operation, failure, at: time, isThere: isThere) }
    }

    func didTouch(_ touches: [DocumentTouch], by operation: FileOperation) {
        guard !Self.isUnseen else { return }
        state.withLock { $0.judge(touches, operation) }
    }

    /// The process ends here: what it does from now on fails, and is neither recorded nor judged.
    func endProcess(_ reason: String) {
        let watcher = state.withLock { state in
            defer { state.ended = state.ended ?? ProcessEnded(reason) }
            return state.ended == nil ? state.watcher : nil
        }
        watcher?.processHasEnded()
    }

    /// Asks `isThere` whether a file that was refused exists.
    func look(with isThere: @escaping @Sendable (DevicePath) -> Bool) {
        self.isThere.withLock { $0 = isThere }
    }

    /// Tells `run` of what it should know, and of nothing any more when it is nil.
    func tell(_ run: BoundedRun?, ofMoreThan limit: Int = .max) {
        state.withLock { state in
            state.watcher = run
            state.operationLimit = limit
        }
    }

    /// Lets the device be unlocked while the process goes on: before the first operation after one was
    /// refused, with `afterRefusal`, and whenever ``takeUnlock()`` is called before.
    func expectUnlock(afterRefusal: Bool, _ unlock: @escaping @Sendable () -> Void) {
        state.withLock { $0.unlock = (afterRefusal, unlock) }
    }

    /// The unlock to come, which then is the caller's to do.
    func takeUnlock() -> (@Sendable () -> Void)? {
        state.withLock { state in
            defer { state.unlock = nil }
            return state.unlock?.run
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
            event: "== " + what,
            isDisturbance: isDisturbance
        )
        state.withLock { $0.timeline.append(entry) }
    }

    // MARK: What a runner asks for

    var timeline: Timeline { state.withLock { $0.timeline } }

    /// Begins the timeline again: what made the device is not part of it.
    func restartTimeline() { state.withLock { $0.timeline = Timeline() } }

    /// Goes on where another device's ended: it is the same device, after a restart.
    func goOn(after other: DeviceMonitor) {
        let before = other.state.withLock { $0 }
        state.withLock { state in
            state.timeline = before.timeline
            state.disturbed = before.disturbed
            state.disturbedStep = before.disturbedStep
        }
    }

    /// What goes on.
    var activity: DeviceActivity { state.withLock { $0.activity } }

    /// What the run of a step shows.
    var progress: StepProgress { state.withLock { $0.progress } }

    /// Files that were set aside while they were locked, and that nothing has opened since.
    var filesLeftAside: [LossOracle.Aside] { state.withLock { $0.oracle.leftAside } }

    /// What was found so far, each once.
    func takeFaults() -> [FaultReport] {
        state.withLock { state in
            defer { state.faults = [] }
            return state.faults
        }
    }

    /// Something was found.
    func add(_ fault: FaultReport) {
        state.withLock { state in
            if !state.faults.contains(fault) { state.faults.append(fault) }
        }
    }

    /// What is worth a word so far, each once.
    func takeRemarks() -> [Remark] {
        state.withLock { state in
            defer { state.remarks = [] }
            return state.remarks
        }
    }

    /// Something is worth a word.
    func add(_ remark: Remark) {
        state.withLock { state in
            if !state.remarks.contains(remark) { state.remarks.append(remark) }
        }
    }

    func allowLoss(at path: DevicePath) {
        state.withLock { $0.oracle.allowLoss(at: path) }
    }

    func allowKeychainLoss() { state.withLock { $0.oracle.items.isAllowed = true } }

    /// What may be lost of another device may be lost of this one.
    func takeAllowances(from other: DeviceMonitor) {
        let oracle = other.state.withLock { $0.oracle }
        state.withLock { $0.oracle.takeAllowances(from: oracle) }
    }

    /// Counts from here on; before the operation of that number, from 1, `run` is called.
    func startCounting(disturbingStep step: Int? = nil, _ run: @escaping @Sendable () -> Void = {})
    {
        state.withLock { state in
            state.isCounting = true
            state.stepCount = 0
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

    /// The device is disturbed before what is no operation, and counts as the step of that number.
    func noteDisturbed(_ step: Int) { state.withLock { $0.disturbedStep = step } }

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

    /// How it was used nevertheless.
    var lateUse: LateUse { state.withLock { $0.lateUse } }
}

/// The devices of runs that are over, which should not be used any more.
final class RetiredDevices: Sendable {
    private let monitors = Mutex<[DeviceMonitor]>([])

    func add(_ device: TestDevice) {
        device.container.work.close()
        let monitor = device.monitor
        monitor.retire()
        monitors.withLock { $0.append(monitor) }
    }

    /// How they were used nevertheless, first that of the earliest run.
    var lateUse: LateUse {
        monitors.withLock { $0.reduce(into: LateUse()) { $0.add($1.lateUse) } }
    }
}
