package import ProtectionModel

extension DeviceSettings {
    /// The settings with what rules for the passcode demand: of two limits the stricter one.
    package func tightened(by rules: PasscodeRules) -> DeviceSettings {
        var settings = self
        if let limit = rules.maximumGracePeriod { settings.grace = min(settings.grace, limit) }
        if let limit = rules.maximumInactivity {
            settings.autoLock = min(settings.autoLock ?? limit, limit)
        }
        if let limit = rules.maximumFailedAttempts.flatMap({ UInt32(exactly: $0) }), limit > 0 {
            settings.maximumFailedAttempts = min(settings.maximumFailedAttempts ?? limit, limit)
        }
        return settings
    }
}
