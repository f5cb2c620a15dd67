/// Which settings of a device are to change; nil leaves one as it is.
package struct SettingsChange: Sendable, Equatable {
    /// How long after a lock class A can still be read.
    package var grace: Duration?
    /// Idle time after which an unlocked device locks; an inner nil for never, as below.
    package var autoLock: Duration??
    /// Time since the lock after which the device restarts.
    package var inactivityReboot: Duration??
    /// Time since the lock after which when-user-inactive files close.
    package var userInactiveAfter: Duration??
    /// Distinct wrong passcodes after which the device erases itself.
    package var maximumFailedAttempts: UInt32??
    /// How long to wait after wrong passcodes.
    package var delays: DelayTable?

    /// Changes nothing.
    package init() {}

    /// Whether the change makes a device of these settings more lenient: what takes the passcode, for an
    /// unlocked device that was left alone must not stay unlocked for good.
    func loosens(_ settings: DeviceSettings) -> Bool {
        let changed = applied(to: settings)
        let times = [\DeviceSettings.autoLock, \.inactivityReboot, \.userInactiveAfter]
        return changed.grace > settings.grace
            || times.contains { Self.isLater(changed[keyPath: $0], settings[keyPath: $0]) }
            || Self.isLater(changed.maximumFailedAttempts, settings.maximumFailedAttempts)
            || changed.delays.strictness < settings.delays.strictness
    }

    /// Nil is never.
    private static func isLater<Limit: Comparable>(_ new: Limit?, _ old: Limit?) -> Bool {
        guard let old else { return false }
        return new.map { $0 > old } ?? true
    }

    /// The settings after the change.
    func applied(to settings: DeviceSettings) -> DeviceSettings {
        var changed = settings
        changed.grace = grace ?? settings.grace
        changed.autoLock = autoLock ?? settings.autoLock
        changed.inactivityReboot = inactivityReboot ?? settings.inactivityReboot
        changed.userInactiveAfter = userInactiveAfter ?? settings.userInactiveAfter
        changed.maximumFailedAttempts = maximumFailedAttempts ?? settings.maximumFailedAttempts
        changed.delays = delays ?? settings.delays
        return changed
    }
}
