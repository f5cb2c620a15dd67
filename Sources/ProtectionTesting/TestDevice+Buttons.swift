import DeviceSimulation
import KeyManagement
import ProtectedFoundation
import ProtectedNotifications
import ProtectedStore
public import ProtectionModel
import SimulatedDisk
import SystemIO

/// What the user does to the phone.
extension TestDevice {
    /// Locks, and lets the grace end: keys of class A and B are gone when this returns.
    ///
    /// Observers of `protectedDataWillBecomeUnavailable` run before. Nothing happens to a device that is off.
    ///
    /// - Throws: `ProtectionError` when the keys cannot be reached.
    public func lock() throws {
        try monitor.duringEvent { try simulation.holder.lock(skippingGrace: true) }
    }

    /// Locks, and stops in the grace: class A can still be read until ``Options/grace`` is over by
    /// ``advance(by:)``.
    ///
    /// - Throws: as ``lock()``.
    public func beginLocking() throws {
        try monitor.duringEvent { try simulation.holder.lock(skippingGrace: false) }
    }

    /// Unlocks with the right passcode, and switches on what is off.
    ///
    /// - Throws: `ProtectionError` for an erased device.
    public func unlock() throws {
        try boot()
        guard options.hasPasscode, try state != .unlocked else { return }
        try monitor.duringEvent { try simulation.unlock(Self.passcode) }
    }

    /// Restarts: before the first unlock, and every handle is closed.
    ///
    /// - Throws: `ProtectionError` for a device that is off.
    public func reboot() throws {
        try monitor.duringEvent { try simulation.holder.reboot() }
    }

    /// Switches on; nothing happens when it is on.
    ///
    /// - Throws: `ProtectionError`.
    public func boot() throws {
        guard try state == .off else { return }
        try monitor.duringEvent { try simulation.holder.boot() }
    }

    /// Switches off.
    ///
    /// - Throws: `ProtectionError`.
    public func shutDown() throws {
        try monitor.duringEvent { try simulation.holder.shutDown() }
    }

    /// Pulls the plug, and boots: what was not made durable is gone, handles are dead.
    ///
    /// - Throws: `ProtectionError`.
    public func crash() throws {
        monitor.note("the power failed")
        try DeviceMonitor.unseen {
            try simulation.crash(.dropAll)
            try container.refreshNames()
            place.relaunch()
        }
    }

    /// Moves the clock, and lets happen what is due: the end of the grace, a restart after too long
    /// without the user, notifications, the end of a sleep on ``clock``.
    ///
    /// - Precondition: `duration` is not negative.
    public func advance(by duration: Duration) {
        monitor.duringEvent { clock.advance(by: duration) }
        // Of a device that is off nothing is due; what is damaged is told to whoever looks.
        try? DeviceMonitor.unseen { try notifications.advance() }
    }

    /// Brings the device into a state from wherever it is.
    ///
    /// - Throws: `ProtectionError` with `invalid-argument` for a lock state that a device without a passcode never has; the errors of
    ///   the device.
    public func enter(_ target: LockState) throws {
        guard options.hasPasscode || target == .unlocked || target == .off else {
            throw ProtectionError(
                .invalidArgument,
                "a device without a passcode is never '\(target.rawValue)': leave out the state, or set "
                    + "the option 'hasPasscode'"
            )
        }
        guard try state != target else { return }
        switch target {
        case .off: try shutDown()
        case .beforeFirstUnlock:
            if try state == .off { try boot() } else { try reboot() }
        case .unlocked: try unlock()
        case .locking:
            try unlock()
            try beginLocking()
        case .locked:
            try unlock()
            try lock()
        }
    }

    /// Whether the host's disk is full from now on: what takes space fails with Cocoa's 640.
    public func setDiskFull(_ isFull: Bool) {
        monitor.note(isFull ? "the disk is full" : "the disk has room again")
        install(FaultPlan(isDiskFull: isFull))
    }

    /// Whether the host's disk fails from now on: whatever writes gets an I/O error.
    public func setDiskFailing(_ isFailing: Bool) {
        monitor.note(isFailing ? "the disk fails" : "the disk works again")
        install(FaultPlan(isDiskFailing: isFailing))
    }
}
