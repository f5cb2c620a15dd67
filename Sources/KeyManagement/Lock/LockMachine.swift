package import ProtectionModel

/// The whole lock logic: events and times go in, actions come out, nothing else happens.
///
/// Times are readings of one clock that never runs backwards. Every event first lets the deadlines
/// that have passed take effect, in their order, so a late caller sees the same history as a
/// punctual one.
package struct LockMachine: Sendable {
    /// What the owner of the keys must do, in order.
    package enum Action: Sendable, Equatable {
        /// Tell all observers; `at` is when it was due.
        case post(DeviceEvent.Kind, LockState, at: Duration)
        /// Wipe the keys of these classes.
        case discard([ProtectionClass], at: Duration)
        /// Wipe every key that needs a passcode: the device restarts.
        case restart(at: Duration)
    }

    /// Where the device stands.
    package private(set) var state: LockState = .off
    /// True once the time of when-user-inactive has run out since the lock.
    package private(set) var isUserInactive = false
    /// Whether locking means anything.
    package private(set) var hasPasscode: Bool

    private var settings: DeviceSettings
    private var lastActivity: Duration = .zero
    /// When it was locked last.
    package private(set) var lockedAt: Duration = .zero
    /// How often it was started.
    package private(set) var startCount: UInt64 = 0

    /// A device that is off.
    package init(settings: DeviceSettings, hasPasscode: Bool) {
        self.settings = settings
        self.hasPasscode = hasPasscode
    }

    /// When something happens by itself next; nil when nothing will.
    package var nextDeadline: Duration? {
        [autoLockDeadline, graceDeadline, userInactiveDeadline, rebootDeadline]
            .compactMap { $0 }.min()
    }

    /// When an idle device locks itself.
    package var autoLockDeadline: Duration? {
        guard state == .unlocked, hasPasscode, let delay = settings.autoLock else { return nil }
        return lastActivity + delay
    }

    /// When the grace ends.
    package var graceDeadline: Duration? {
        state == .locking ? lockedAt + settings.grace : nil
    }

    /// When when-user-inactive files close.
    package var userInactiveDeadline: Duration? {
        guard isLocked, !isUserInactive, let delay = settings.userInactiveAfter else { return nil }
        return lockedAt + delay
    }

    /// When a device that is not unlocked restarts.
    package var rebootDeadline: Duration? {
        guard isLocked, let delay = settings.inactivityReboot else { return nil }
        return lockedAt + delay
    }

    private var isLocked: Bool { state == .locking || state == .locked }

    /// Classes whose files can be opened now.
    package var openableClasses: [ProtectionClass] {
        ProtectionClass.allCases.filter {
            $0.isOpenable(in: state, isUserInactive: isUserInactive)
        }
    }

    /// What `isProtectedDataAvailable` answers: false from the lock on, also in the grace.
    package var isProtectedDataAvailable: Bool { state == .unlocked }

    /// Lets every deadline up to and including `now` take effect.
    package mutating func advance(to now: Duration) -> [Action] {
        var actions: [Action] = []
        while let deadline = nextDeadline, deadline <= now {
            actions += pass(deadline)
        }
        return actions
    }

    private mutating func pass(_ deadline: Duration) -> [Action] {
        if graceDeadline == deadline { return endGrace(at: deadline) }
        if userInactiveDeadline == deadline {
            isUserInactive = true
            return [.discard([.completeWhenUserInactive], at: deadline)]
        }
        if rebootDeadline == deadline { return restart(posting: .rebooted, at: deadline) }
        return beginLock(at: deadline)
    }

    /// Switches on; nothing happens when it is on.
    package mutating func boot(at now: Duration) -> [Action] {
        guard state == .off else { return advance(to: now) }
        return start(posting: .booted, at: now)
    }

    /// The right passcode was given and the class keys are loaded.
    package mutating func unlock(at now: Duration) -> [Action] {
        var actions = advance(to: now)
        lastActivity = now
        let before = state
        guard before != .off, before != .unlocked else { return actions }
        state = .unlocked
        isUserInactive = false
        if before == .beforeFirstUnlock {
            actions.append(.post(.firstUnlock, .unlocked, at: now))
        }
        actions.append(.post(.didBecomeAvailable, .unlocked, at: now))
        return actions
    }

    /// Locks, with the grace period or without it.
    package mutating func lock(at now: Duration, skippingGrace: Bool) -> [Action] {
        var actions = advance(to: now)
        if state == .unlocked, hasPasscode {
            actions += beginLock(at: now)
        }
        if skippingGrace, state == .locking {
            actions += endGrace(at: now)
        }
        return actions
    }

    /// Other settings hold from now on; what they make due at once happens.
    package mutating func adopt(_ settings: DeviceSettings, at now: Duration) -> [Action] {
        let actions = advance(to: now)
        self.settings = settings
        return actions + advance(to: now)
    }

    /// The device is used: the idle time starts anew.
    package mutating func noteActivity(at now: Duration) {
        lastActivity = max(lastActivity, now)
    }

    /// Restarts from any state but off.
    package mutating func reboot(at now: Duration) -> [Action] {
        let actions = advance(to: now)
        guard state != .off else { return actions }
        return actions + restart(posting: .rebooted, at: now)
    }

    /// Switches off.
    package mutating func shutDown(at now: Duration) -> [Action] {
        let actions = advance(to: now)
        guard state != .off else { return actions }
        state = .off
        return actions + [.restart(at: now), .post(.shutdown, .off, at: now)]
    }

    /// The device key is gone.
    package mutating func erase(at now: Duration) -> [Action] {
        state = .off
        return [.restart(at: now), .post(.erased, .off, at: now)]
    }

    /// A passcode was set, changed or removed while the device is on.
    package mutating func passcodeChanged(hasPasscode: Bool, at now: Duration) -> [Action] {
        var actions = advance(to: now)
        self.hasPasscode = hasPasscode
        // Idle time from before there was a passcode must not lock, let alone in the past.
        lastActivity = now
        actions.append(.post(.passcodeChanged, state, at: now))
        if !hasPasscode {
            // Without a passcode there is nothing to lock with, so its removal unlocks.
            actions += unlock(at: now)
        }
        return actions
    }

    private mutating func beginLock(at now: Duration) -> [Action] {
        state = .locking
        lockedAt = now
        var actions: [Action] = [.post(.willBecomeUnavailable, .locking, at: now)]
        if settings.grace <= .zero { actions += endGrace(at: now) }
        return actions
    }

    private mutating func endGrace(at now: Duration) -> [Action] {
        state = .locked
        return [
            .discard([.complete, .completeUnlessOpen], at: now),
            .post(.becameUnavailable, .locked, at: now),
        ]
    }

    private mutating func restart(posting kind: DeviceEvent.Kind, at now: Duration) -> [Action] {
        [.restart(at: now)] + start(posting: kind, at: now)
    }

    private mutating func start(posting kind: DeviceEvent.Kind, at now: Duration) -> [Action] {
        state = hasPasscode ? .beforeFirstUnlock : .unlocked
        isUserInactive = false
        lastActivity = now
        startCount += 1
        return [.post(kind, state, at: now)]
    }
}
