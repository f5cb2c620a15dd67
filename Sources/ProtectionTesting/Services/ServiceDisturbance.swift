/// What happens to a device in a run of a service extension.
public enum ServiceDisturbance: String, Sendable, Hashable, CaseIterable {
    /// Nothing: the push comes on an unlocked device.
    case nothing
    /// The device locks before an operation, or before the push comes, and stays locked.
    case lock
    /// The device locks before an operation, and is unlocked again before the first operation after one that
    /// was refused.
    case briefLock = "brief lock"
    /// The device restarts before an operation, which ends the process, and the push is gone with it; before
    /// the first unlock another one comes, that says the same.
    ///
    /// A push service forgets what a phone has taken. What the process that ended has left half done meets
    /// a new one, which can read none of it.
    case reboot
    /// The budget is used up before an operation, or just before the answer is taken: the extension is told
    /// while that waits, which then goes on late.
    case timeIsUp = "time is up"
    /// Another push comes before an operation, or just before the answer is taken, and is worked on
    /// meanwhile, in the same process.
    case secondPush = "second push"
    /// The push comes after a restart, before the first unlock.
    case beforeFirstUnlock = "restart before the push"
    /// The start of the process takes the whole budget, so that the extension is not called at all.
    case killedAtStart = "killed at start"
}

extension ServiceDisturbance: StepDisturbance {
    var name: String { rawValue }

    /// The same for any code, which does it all; nil for what is done here.
    private var general: Disturbance? {
        switch self {
        case .briefLock: .briefLock
        case .reboot: .reboot
        case .nothing, .lock, .timeIsUp, .secondPush, .beforeFirstUnlock, .killedAtStart: nil
        }
    }

    var needsPasscode: Bool { self == .lock || self == .beforeFirstUnlock || general != nil }

    /// Nobody picks the phone up because an extension waits.
    var unlockAfterIdling: Duration? { self == .briefLock ? general?.unlockAfterIdling : nil }

    var repetition: (any StepDisturbance)? {
        self == .lock ? ServiceDisturbance.briefLock : nil
    }

    func steps(of count: Int) -> Range<Int> {
        switch self {
        // The brief lock comes by itself where the extension went on after a lock.
        case .nothing, .briefLock: 0..<0
        case .beforeFirstUnlock, .killedAtStart: 0..<1
        case .lock: 0..<count + 1
        case .reboot: 1..<count + 1
        // Also between the call of the handler and what it does.
        case .timeIsUp, .secondPush: 1..<count + 2
        }
    }

    func place(afterLastOf count: Int) -> String {
        "as it answers" + (count == 0 ? "" : ", after \(count) \(count == 1 ? "step" : "steps")")
    }

    /// Strikes as the extension answers.
    func awaitEnd(of device: TestDevice, _ step: Int) -> Bool {
        device.services.disturbance = self
        device.services.strikeAtAnswer { [weak device] in
            guard let device else { return }
            device.monitor.noteDisturbed(step)
            strike(device)
        }
        return true
    }

    func strike(_ device: TestDevice) {
        device.services.disturbance = self
        if let general { return general.strike(device) }
        device.monitor.note("\(sentence), as the test wants it", isDisturbance: true)
        // These calls are not expected to fail; if one does, the extension meets what it meets.
        switch self {
        case .lock: try? device.lock()
        case .timeIsUp: device.services.expire()
        case .secondPush: device.services.receiveSecond(on: device)
        case .beforeFirstUnlock: try? device.reboot()
        case .killedAtStart: device.services.delayStart()
        case .nothing, .briefLock, .reboot: break
        }
    }

    private var sentence: String {
        switch self {
        case .timeIsUp: "the time was up"
        case .secondPush: "another push came"
        case .killedAtStart: "the start began to take too long"
        case .beforeFirstUnlock: Disturbance.reboot.sentence
        case .nothing, .lock, .briefLock, .reboot: Disturbance.lock.sentence
        }
    }

    func recover(_ device: TestDevice) throws -> TestDevice {
        guard let general else { return device }
        let next = try general.recover(device)
        next.services.disturbance = self
        return next
    }
}
