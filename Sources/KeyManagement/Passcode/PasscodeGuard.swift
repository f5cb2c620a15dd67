/// How the passcode guards a device.
package struct PasscodeGuard: Sendable, Equatable {
    /// Whether there is one.
    package let hasPasscode: Bool
    /// Distinct wrong passcodes in a row that erase the device; nil for never.
    package let maximumFailedAttempts: UInt32?
    /// The fewest characters that the installed profiles demand of a new one.
    package let minimumLength: Int
}
