package import ProtectionModel

/// How a device stands: what `protectctl status` prints.
package struct DeviceStatus: Sendable, Equatable {
    package var state: LockState
    package var hasPasscode: Bool
    package var isUserInactive: Bool
    /// Distinct wrong passcodes in a row.
    package var failedAttempts: UInt32
    /// How long until the next guess is taken; nil when one is taken now.
    package var retryAfter: Duration?
    /// How long class A can still be read; nil outside the grace.
    package var graceEndsIn: Duration?
    /// Whether every secret sits in locked memory.
    package var isMemoryLocked: Bool
    /// Which of the device's runs this is, from a start to the next.
    package var run: DeviceRun
    /// How long it has been locked; nil unless it was unlocked in this run, and no longer is.
    package var lockedFor: Duration?

    /// Gathers the facts.
    package init(
        state: LockState,
        hasPasscode: Bool,
        isUserInactive: Bool = false,
        failedAttempts: UInt32 = 0,
        retryAfter: Duration? = nil,
        graceEndsIn: Duration? = nil,
        isMemoryLocked: Bool,
        run: DeviceRun = DeviceRun(),
        lockedFor: Duration? = nil
    ) {
        self.state = state
        self.hasPasscode = hasPasscode
        self.isUserInactive = isUserInactive
        self.failedAttempts = failedAttempts
        self.retryAfter = retryAfter
        self.graceEndsIn = graceEndsIn
        self.isMemoryLocked = isMemoryLocked
        self.run = run
        self.lockedFor = lockedFor
    }

    /// What `isProtectedDataAvailable` answers on iOS: whether the strict classes can be used.
    package var isProtectedDataAvailable: Bool { state == .unlocked }

    /// Whether a file of this class can be opened now.
    package func isOpenable(_ protection: ProtectionClass) -> Bool {
        protection.isOpenable(in: state, isUserInactive: isUserInactive)
    }
}

/// One run of a device, from a start to the next: what it had in memory is gone with it.
///
/// No two runs are equal, in whichever process the keys were held.
package struct DeviceRun: Sendable, Hashable, Codable {
    /// Drawn at random by who holds the keys.
    package var holder: UInt64
    /// Counts the starts since then.
    package var number: UInt64

    /// Names a run; none yet.
    package init(holder: UInt64 = 0, number: UInt64 = 0) {
        self.holder = holder
        self.number = number
    }
}
