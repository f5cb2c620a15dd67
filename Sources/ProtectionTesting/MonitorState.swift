import ProtectedStore
import ProtectionModel

/// What a ``DeviceMonitor`` knows.
struct MonitorState {
    /// What comes of an operation that is about to begin.
    enum Turn {
        case goesOn
        /// Something happens to the device before.
        case happens([@Sendable () -> Void])
        /// The process has ended; how many operations it has asked for since.
        case isRefused(Int)
        /// It is one too many.
        case isTooMuch(Int, BoundedRun?)
    }

    /// After so many operations of a process that has ended it will not stop by itself.
    static let patience = 1_000

    var timeline = Timeline()
    var oracle = LossOracle()
    var faults: [FaultReport] = []
    var remarks: [Remark] = []
    var isCounting = false
    var stepCount = 0
    var disturbance: (step: Int, run: @Sendable () -> Void)?
    /// What was about to be done when the disturbance came.
    var disturbed: FileOperation?
    var disturbedStep = 0
    /// The unlock to come, and whether it comes after the first refusal.
    var unlock: (afterRefusal: Bool, run: @Sendable () -> Void)?
    /// The first counted operation that was refused since the disturbance.
    var refusedStep: Int?
    var ended: ProcessEnded?
    var refusedCount = 0
    /// Who waits for what uses the device.
    var watcher: BoundedRun?
    var operationLimit = Int.max
    private var excess: Int?
    var isRetired = false
    var lateUse = LateUse()
    var isUsed = false
    /// How many things are happening to the device right now.
    var eventDepth = 0
    /// How many operations ever began.
    var beginCount = 0
    /// How many of them in code of which nothing tells when it ends.
    private var untrackedCount = 0
    /// The operations under way with their numbers, the last begun last: one or two, mostly.
    private var underWay: [(operation: FileOperation, number: Int?)] = []

    var activity: DeviceActivity {
        DeviceActivity(
            beginCount: beginCount,
            untrackedCount: untrackedCount,
            isUnderWay: !underWay.isEmpty,
            hasEnded: ended != nil,
            excess: excess
        )
    }

    var progress: StepProgress {
        StepProgress(
            beginCount: beginCount,
            stepCount: stepCount,
            disturbedStep: disturbedStep,
            refusedStep: refusedStep,
            underWay: underWay.last?.operation,
            last: timeline.lastOperation
        )
    }

    mutating func begin(_ operation: FileOperation, isTracked: Bool) -> Turn {
        isUsed = true
        if ended != nil {
            refusedCount += 1
            return .isRefused(refusedCount)
        }
        if isRetired { lateUse.add(LateUse(count: 1, first: operation)) }
        beginCount += 1
        if !isTracked { untrackedCount += 1 }
        // What observers of a lock do belongs to the lock, within which no other can come.
        guard isCounting, eventDepth == 0 else {
            underWay.append((operation, nil))
            return .goesOn
        }
        stepCount += 1
        underWay.append((operation, stepCount))
        guard stepCount <= operationLimit else {
            ended = ProcessEnded("it asked again and again")
            excess = stepCount
            return .isTooMuch(stepCount, watcher)
        }
        let events = eventsDue(before: operation)
        return events.isEmpty ? .goesOn : .happens(events)
    }

    private mutating func eventsDue(before operation: FileOperation) -> [@Sendable () -> Void] {
        var events: [@Sendable () -> Void] = []
        if let due = disturbance, due.step == stepCount {
            disturbed = operation
            disturbedStep = stepCount
            disturbance = nil
            events.append(due.run)
        }
        if let due = unlock, due.afterRefusal, refusedStep != nil {
            unlock = nil
            events.append(due.run)
        }
        return events
    }

    /// Forgets an operation that will not be made, because the process has ended; nil while it has not.
    mutating func takeBack(_ operation: FileOperation) -> ProcessEnded? {
        guard let ended else { return nil }
        _ = popNumber(of: operation)
        return ended
    }

    private mutating func popNumber(of operation: FileOperation) -> Int? {
        guard let index = underWay.lastIndex(where: { $0.operation == operation }) else {
            return nil
        }
        return underWay.remove(at: index).number
    }

    mutating func end(
        _ operation: FileOperation,
        _ failure: ProtectionError?,
        at time: Duration,
        isThere: Bool
    ) {
        let number = popNumber(of: operation)
        guard ended == nil else { return }
        timeline.append(
            TimelineEntry(
                time: time,
                step: number,
                operation,
                failure: failure?.code.description
            )
        )
        if failure?.code == .protectedDataUnavailable, disturbedStep > 0 || unlock != nil,
            refusedStep == nil
        {
            refusedStep = number
        }
        if let loss = oracle.judge(operation, failure, isThere: isThere) {
            faults.append(FaultReport(headline: loss.headline, explanation: loss.explanation))
        }
    }
}

/// What a test is told of something that code did and should not have done.
struct FaultReport: Sendable, Hashable {
    let headline: String
    let explanation: String
}

/// How a device was used after its run was over.
struct LateUse: Sendable {
    var count = 0
    var first: FileOperation?

    mutating func add(_ other: LateUse) {
        count += other.count
        first = first ?? other.first
    }
}

/// What a test is told once, however many runs show it, and does not fail for.
struct Remark: Sendable, Hashable {
    let headline: String
    let explanation: String
}

extension MonitorState {
    mutating func judge(_ touches: [DocumentTouch], _ operation: FileOperation) {
        guard ended == nil else { return }
        for touch in touches {
            if let loss = oracle.items.judge(touch, operation.subject ?? "a document") {
                faults.append(FaultReport(headline: loss.headline, explanation: loss.explanation))
            }
        }
    }
}

/// What goes on on a device.
struct DeviceActivity: Sendable {
    /// How many operations ever began.
    let beginCount: Int
    /// How many of them in code of which nothing tells when it ends.
    let untrackedCount: Int
    /// Whether one is not over.
    let isUnderWay: Bool
    /// Whether its process has ended.
    let hasEnded: Bool
    /// How many operations its process had made when it was ended for their number; nil otherwise.
    let excess: Int?
}

/// How far the run of a step has come.
struct StepProgress: Sendable {
    /// How many operations ever began.
    let beginCount: Int
    /// How many of them were counted.
    let stepCount: Int
    /// The number before which the device was disturbed; 0 while it was not.
    let disturbedStep: Int
    /// The first that was refused since.
    let refusedStep: Int?
    /// One that has begun and is not over.
    let underWay: FileOperation?
    /// The last that is over.
    let last: String?

    /// Whether the very operation that was disturbed was refused, and the code went on all the same: a
    /// process that lives on after the unlock then holds what it made of the refusal.
    var wentOnAfterRefusal: Bool {
        refusedStep == disturbedStep && stepCount > disturbedStep && disturbedStep > 0
    }
}
