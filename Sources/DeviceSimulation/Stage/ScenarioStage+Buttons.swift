import KeyManagement
import ProtectedStore
import ProtectionModel

/// What the user and the clock do to the device.
extension ScenarioStage {
    mutating func press(_ operation: StepOperation) throws {
        do {
            switch operation {
            case .boot: try device.holder.boot()
            case .unlock(let passcode):
                try unlock(passcode)
                try noteDue()
            case .lock: try device.holder.lock(skippingGrace: false)
            case .reboot: try device.holder.reboot()
            case .shutDown: try device.holder.shutDown()
            case .crash: try device.crash()
            case .advance(let duration): try pass(duration)
            case .advanceTo(let deadline): try advance(to: deadline)
            case .passcode(let old, let new): try device.replacePasscode(old, with: new)
            default: throw ProtectionError(.internalError, "not a step about the device")
            }
        } catch {
            throw ProtectionError(error, path: nil)
        }
    }

    private func unlock(_ passcode: String?) throws {
        if let passcode {
            do { return try device.unlock(passcode) } catch let error as ProtectionError {
                // A phone without a passcode unlocks with a swipe, whatever was to be typed.
                guard error.code == .passcodeNotSet else { throw error }
                return
            }
        }
        guard !device.lockMachine.hasPasscode else {
            throw ProtectionError(
                .passcodeRequired,
                "the device has a passcode, and none was given"
            )
        }
    }

    /// Passes whatever comes before the deadline: an idle device locks before it restarts.
    private mutating func advance(to deadline: StepOperation.Deadline) throws {
        var future = device.lockMachine
        while true {
            if let moment = future[deadline] {
                return try pass(max(.zero, moment - device.clock.now()))
            }
            guard let next = future.nextDeadline else {
                throw ProtectionError(
                    .invalidArgument,
                    "nothing leads to '\(deadline.rawValue)' from here"
                )
            }
            _ = future.advance(to: next)
        }
    }
}

extension LockMachine {
    /// When this happens by itself; nil when the present state does not lead to it.
    fileprivate subscript(deadline: StepOperation.Deadline) -> Duration? {
        switch deadline {
        case .autoLock: autoLockDeadline
        case .userInactive: userInactiveDeadline
        case .inactivityReboot: rebootDeadline
        }
    }
}
