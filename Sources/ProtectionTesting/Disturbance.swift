import KeyManagement
import SimulatedDisk
import SystemIO

/// What happens to a device before one of the operations of the code under test.
public enum Disturbance: String, Sendable, Hashable, CaseIterable {
    /// The device locks, and the grace is over at once. It stays locked until the body has returned, or
    /// waits and does nothing.
    case lock
    /// The device locks, and is unlocked again before the first operation after one that was refused:
    /// the same process goes on with what it has made of the refusal, such as an empty list in memory.
    ///
    /// `protectedDataDidBecomeAvailable` is posted.
    case briefLock = "brief lock"
    /// The device restarts, which ends the process: what the body still tries fails and is not judged.
    ///
    /// The app is launched again before the first unlock.
    case reboot
    /// The host's disk has no room from then on.
    case diskFull = "full disk"
    /// The host's disk fails from then on: whatever writes gets an I/O error.
    case diskError = "disk error"
    /// The machine loses its power, which ends the process; what was not made durable is gone.
    ///
    /// The app is launched again before the first unlock.
    case crash

    /// What a timeline says of it.
    var sentence: String {
        switch self {
        case .lock: "the device locked"
        case .briefLock: "the device locked for a moment"
        case .reboot: "the device restarted"
        case .diskFull: "the disk became full"
        case .diskError: "the disk began to fail"
        case .crash: "the power failed"
        }
    }

    /// What is left of the disk's content for the next process; nil when the process goes on.
    private var powerLoss: PowerLossChoice? {
        switch self {
        case .reboot: .keepAll
        case .crash: .dropAll
        case .lock, .briefLock, .diskFull, .diskError: nil
        }
    }
}

/// What a run at every step lets happen, and where.
protocol StepDisturbance: Sendable {
    /// The word of a headline.
    var name: String { get }
    /// Whether it needs a passcode.
    var needsPasscode: Bool { get }
    /// How long the code may wait, doing nothing, until a user unlocks the device, in real time; nil for ever.
    var unlockAfterIdling: Duration? { get }
    /// What the same step is disturbed with once more, where the code went on after a refusal.
    var repetition: (any StepDisturbance)? { get }
    /// The steps before which it happens, of so many: 0 for before the code runs, one more for after the last.
    func steps(of count: Int) -> Range<Int>
    /// Lets it happen.
    func strike(_ device: TestDevice)
    /// Lets it happen by itself when the code comes to its end, which is the step of that number.
    ///
    /// - Returns: false when it is to be let happen once the code has returned.
    func awaitEnd(of device: TestDevice, _ step: Int) -> Bool
    /// Where in a run of so many steps it happens after the last.
    func place(afterLastOf count: Int) -> String
    /// Lets it be over: the device as the next process finds it, or as this one does, locked or not.
    func recover(_ device: TestDevice) throws -> TestDevice
}

extension StepDisturbance {
    func awaitEnd(of device: TestDevice, _ step: Int) -> Bool { false }

    func place(afterLastOf count: Int) -> String { "after the last of \(count) steps" }
}

extension Disturbance: StepDisturbance {
    var name: String { rawValue }

    var needsPasscode: Bool { self == .lock || self == .briefLock || self == .reboot }

    var unlockAfterIdling: Duration? { self == .lock ? .seconds(1) : .milliseconds(250) }

    var repetition: (any StepDisturbance)? { self == .lock ? Disturbance.briefLock : nil }

    func steps(of count: Int) -> Range<Int> {
        // The power can also fail when everything is done.
        1..<count + (self == .crash ? 2 : 1)
    }

    func strike(_ device: TestDevice) {
        device.monitor.note("\(sentence), as the test wants it", isDisturbance: true)
        // These calls are not expected to fail; if one does, the code under test meets what it meets.
        switch self {
        case .lock, .briefLock:
            try? device.lock()
            device.expectUnlock(afterRefusal: self == .briefLock)
        case .reboot, .crash: device.endProcess(sentence)
        case .diskFull: device.install(FaultPlan(isDiskFull: true))
        case .diskError: device.install(FaultPlan(isDiskFailing: true))
        }
    }

    func recover(_ device: TestDevice) throws -> TestDevice {
        _ = device.monitor.takeUnlock()
        if let powerLoss { return try TestDevice(restarting: device, keeping: powerLoss) }
        device.monitor.note("the test puts everything right again")
        device.install(FaultPlan())
        return device
    }
}

/// Says that the process of the code under test has ended, as the cause of the `ProtectionError`
/// (`device-off`) that each later operation of its fails with.
///
/// A restart and a power loss end a process. What it still tries reaches no disk and is not judged.
public struct ProcessEnded: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sentence to show.
    public let description: String

    init(_ reason: String) { description = "this process has ended: \(reason)" }
}
