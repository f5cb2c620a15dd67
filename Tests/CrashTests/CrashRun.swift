import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO

/// A scenario on a disk of its own, up to its first step.
struct CrashRun {
    let scenario: CrashScenario
    let disk: InMemoryFileSystem
    let session: CrashSession
    let random: RecordingRandomSource

    init(_ scenario: CrashScenario, _ durability: MemoryDurability = .tracked) throws {
        let random = RecordingRandomSource(seed: 7)
        try self.init(scenario, on: Self.prepare(scenario, durability, random), random)
    }

    /// Starts on a disk that was prepared once for many runs.
    init(
        _ scenario: CrashScenario,
        on prepared: InMemoryFileSystem,
        _ random: RecordingRandomSource = RecordingRandomSource(seed: 8)
    ) throws {
        self.scenario = scenario
        self.random = random
        disk = prepared.snapshot()
        session = try CrashSession(
            on: disk,
            logPolicy: scenario.logPolicy,
            settling: scenario.settling,
            random: random
        )
        if scenario.startsUnlocked, let passcode = scenario.passcode {
            try session.device.unlock(passcode)
        }
    }

    /// A device with a past, switched off.
    static func prepare(
        _ scenario: CrashScenario,
        _ durability: MemoryDurability = .tracked,
        _ random: RecordingRandomSource = RecordingRandomSource(seed: 7)
    ) throws -> InMemoryFileSystem {
        let first = try CrashDevice.disk(durability)
        try CrashDevice.make(
            on: first,
            passcode: scenario.passcode,
            maximumFailedAttempts: scenario.maximumFailedAttempts,
            random: random
        )
        let past = try CrashSession(on: first, logPolicy: scenario.logPolicy, random: random)
        if let passcode = scenario.passcode { try past.device.unlock(passcode) }
        try CrashScenario.prelude(past)
        try scenario.before(past)
        // All of that was long ago; handles were cut off, not closed.
        return first.crash(.keepAll)
    }

    /// What is found when nothing is lost.
    func picture() -> (picture: Picture, failures: UInt32) {
        let recovery = Recovery(disk.crash(.keepAll))
        return (recovery.picture, recovery.failures)
    }
}

/// A scenario that went well: the disk before each call, and what may be found after a power loss
/// there.
struct CrashRecording {
    struct Moment {
        /// What is found is one of these pictures.
        let allowed: ClosedRange<Int>
        let disk: InMemoryFileSystem
        /// The step that has just returned; nil inside a step.
        let returned: Int?
    }

    let scenario: CrashScenario
    /// Before the first step and after each.
    private(set) var pictures: [Picture] = []
    private(set) var failures: [UInt32] = []
    /// For each step the oldest picture that may be found before it.
    private(set) var floors = [0]
    private(set) var moments: [Moment] = []
    private(set) var keys: [[UInt8]] = []

    init(_ scenario: CrashScenario, _ durability: MemoryDurability = .tracked) throws {
        self.scenario = scenario
        let run = try CrashRun(scenario, durability)
        note(run.picture())
        for (index, step) in scenario.steps.enumerated() {
            let floor = floors[index]
            for snapshot in try Self.snapshots(before: step, of: run) {
                moments.append(
                    Moment(allowed: floor...index + 1, disk: snapshot, returned: nil)
                )
            }
            // Opening a file for writing may sync it, but nobody is told so.
            let isPromised = step.promise == .durable || step.promise == .sync
            floors.append(isPromised ? index + 1 : floor)
            moments.append(
                Moment(
                    allowed: floors[index + 1]...index + 1,
                    disk: run.disk.snapshot(),
                    returned: index
                )
            )
            note(run.picture())
        }
        keys = run.random.keys
    }

    /// Takes a step; the disk before each of its calls that may find another state than the last.
    private static func snapshots(
        before step: CrashStep,
        of run: CrashRun
    ) throws -> [InMemoryFileSystem] {
        let snapshots = Mutex<[InMemoryFileSystem]>([])
        let disk = run.disk
        let last = Mutex<(call: SystemCall, count: Int)>((.close, disk.losableChangeCount))
        run.session.faults.install(
            FaultPlan { _, call in
                // A call that changed nothing leaves the state that was looked at already.
                let count = disk.losableChangeCount
                let previous = last.withLock { last in
                    defer { last = (call, count) }
                    return last
                }
                guard previous.call.changesDisk || previous.count != count else { return }
                snapshots.withLock { $0.append(disk.snapshot()) }
            }
        )
        try step.run(run.session)
        run.session.faults.install(FaultPlan())
        return snapshots.withLock { $0 }
    }

    private mutating func note(_ found: (picture: Picture, failures: UInt32)) {
        pictures.append(found.picture)
        failures.append(found.failures)
    }

    /// What may be found.
    func expectation(_ moment: Moment) -> CrashExpectation {
        expectation(moment.allowed, isGuessing: scenario.guesses && moment.returned == nil)
    }

    /// What may be found; a guess that is being evaluated counts already.
    func expectation(_ allowed: ClosedRange<Int>, isGuessing: Bool) -> CrashExpectation {
        let counts = failures[allowed]
        return CrashExpectation(
            pictures: Array(pictures[allowed]),
            failures: (counts.min() ?? 0)...(counts.max() ?? 0) + (isGuessing ? 1 : 0),
            mayTear: allowed.lowerBound > scenario.tearsUntil ? [] : scenario.mayTear,
            isAtomic: scenario.isAtomic
        )
    }
}

extension SystemCall {
    fileprivate var changesDisk: Bool {
        switch self {
        case .write, .truncate, .punchHole, .synchronize, .makeDirectory, .rename, .unlink: true
        case .open, .close, .read, .status, .statusOfName, .setModified, .names, .lock, .lockByte:
            false
        }
    }
}
