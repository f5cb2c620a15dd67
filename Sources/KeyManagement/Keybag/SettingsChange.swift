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
