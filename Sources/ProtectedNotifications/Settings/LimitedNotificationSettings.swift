public import DeviceIdentifiers

/// The settings of an app as it sees them: the user's, and over them what profiles force.
public struct LimitedNotificationSettings: Sendable, Hashable {
    /// What a profile can force.
    public enum Setting: String, Sendable, Hashable, CaseIterable {
        case authorization
        case showsOnLockScreen = "lock-screen"
        case showsInCenter = "center"
        case showsPreviews = "previews"
        case sound
        case badge
        case criticalAlert = "critical-alert"
    }

    /// What counts.
    public fileprivate(set) var settings: NotificationSettings
    /// The profiles that force a setting, by their identifiers; the others are the user's.
    public fileprivate(set) var forced: [Setting: [String]] = [:]

    fileprivate init(_ settings: NotificationSettings) { self.settings = settings }
}

extension NotificationSettings {
    /// These settings with what profiles force upon an app laid over.
    ///
    /// What is forced counts, be it the stricter or not ("those settings will always be enforced",
    /// apple/device-management at b6202ca, `com.apple.notificationsettings.yaml`). So an app that a
    /// profile enables is authorized without having asked. It gets no sound, badge or critical alert
    /// that it does not support.
    public func limited(
        by rules: NotificationRules,
        for application: BundleIdentifier
    ) -> LimitedNotificationSettings {
        var limited = LimitedNotificationSettings(self)
        guard let rules = rules.applications[application] else { return limited }
        limited.lay(rules.isEnabled, over: .authorization) {
            // Who never asked has not left out alerts.
            if $1, $0.authorization == .notDetermined, $0.alertSetting == .notSupported {
                $0.alertSetting = .enabled
            }
            $0.authorization = $1 ? .authorized : .denied
        }
        limited.lay(rules.showsOnLockScreen, over: .showsOnLockScreen) { $0.showsOnLockScreen = $1 }
        limited.lay(rules.showsInCenter, over: .showsInCenter) { $0.showsInCenter = $1 }
        limited.lay(rules.previews, over: .showsPreviews) { $0.showsPreviews = $1 }
        limited.lay(rules.allowsSound, over: .sound) { $0.soundSetting.force($1) }
        limited.lay(rules.allowsBadge, over: .badge) { $0.badgeSetting.force($1) }
        limited.lay(rules.allowsCritical, over: .criticalAlert) {
            $0.criticalAlertSetting.force($1)
        }
        return limited
    }
}

extension LimitedNotificationSettings {
    fileprivate mutating func lay<Value>(
        _ rule: NotificationRules.Rule<Value>?,
        over setting: Setting,
        _ change: (inout NotificationSettings, Value) -> Void
    ) {
        guard let rule else { return }
        change(&settings, rule.value)
        forced[setting] = rule.profiles
    }
}

extension NotificationSetting {
    fileprivate mutating func force(_ isEnabled: Bool) {
        guard self != .notSupported else { return }
        self = isEnabled ? .enabled : .disabled
    }
}
