import KeyManagement
import SimulatedDisk
import SystemIO

/// What happens to a device before one of the operations of the code under test.
public enum Disturbance: String, Sendable, Hashable, CaseIterable {
    /// The device locks, and the grace is over at once.
    case lock
    /// The device restarts and waits for its first unlock: every handle is closed, and class C is
    /// locked, too.
    case reboot
    /// The host's disk has no room from then on.
    case diskFull = "full disk"
    /// The host's disk fails from then on: whatever writes gets an I/O error.
    case diskError = "disk error"
    /// The machine loses its power: from then on nothing works, and what was not made durable is gone.
    case crash

    /// The sentence a failure begins with.
    var sentence: String {
        switch self {
        case .lock: "the device locked"
        case .reboot: "the device restarted"
        case .diskFull: "the disk became full"
        case .diskError: "the disk began to fail"
        case .crash: "the power failed"
        }
    }

    /// Lets it happen.
    func strike(_ device: TestDevice) {
        device.monitor.note("\(sentence), as the test wants it", isDisturbance: true)
        // These calls are not expected to fail; if one does, the code under test meets what it meets.
        switch self {
        case .lock: try? device.lock()
        case .reboot: try? device.reboot()
        case .diskFull: device.install(FaultPlan(isDiskFull: true))
        case .diskError: device.install(FaultPlan(isDiskFailing: true))
        case .crash: device.install(FaultPlan([.call(0): .stop]))
        }
    }

    /// Puts everything right again: the disk, the power and the lock.
    func recover(_ device: TestDevice) throws {
        device.monitor.note("the test puts everything right again")
        if self == .crash {
            // The dead machine stays dead: a task that is left over must not write to it now.
            device.forgetFaults()
            try device.crash(.dropAll)
        } else {
            device.install(FaultPlan())
        }
        try device.unlock()
    }
}
