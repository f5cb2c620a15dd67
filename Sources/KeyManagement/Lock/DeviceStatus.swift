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

    /// Gathers the facts.
    package init(
        state: LockState,
        hasPasscode: Bool,
        isUserInactive: Bool = false,
        failedAttempts: UInt32 = 0,
        retryAfter: Duration? = nil,
        graceEndsIn: Duration? = nil,
        isMemoryLocked: Bool
    ) {
        self.state = state
        self.hasPasscode = hasPasscode
        self.isUserInactive = isUserInactive
        self.failedAttempts = failedAttempts
        self.retryAfter = retryAfter
        self.graceEndsIn = graceEndsIn
        self.isMemoryLocked = isMemoryLocked
    }

    /// What `isProtectedDataAvailable` answers on iOS: whether the strict classes can be used.
    package var isProtectedDataAvailable: Bool { state == .unlocked }

    /// Whether a file of this class can be opened now.
    package func isOpenable(_ protection: ProtectionClass) -> Bool {
        protection.isOpenable(in: state, isUserInactive: isUserInactive)
    }
}
