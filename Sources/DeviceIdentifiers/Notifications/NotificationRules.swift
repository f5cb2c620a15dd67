/// What configuration profiles force upon the notifications of apps, and which of them do.
///
/// A device keeps it under class D, because it counts before the first unlock, too, when the
/// profiles themselves cannot be read. It names apps and profiles, and says nothing of what comes.
public struct NotificationRules: Sendable, Hashable, Codable {
    /// A value that is forced.
    public struct Rule<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
        /// What is forced.
        public let value: Value
        /// The `PayloadIdentifier` of each profile that says so; at least one.
        public let profiles: [String]

        /// Names both.
        public init(_ value: Value, by profiles: [String]) {
            self.value = value
            self.profiles = profiles
        }
    }

    /// What is forced upon one app; nil leaves a setting to the user.
    ///
    /// The keys of `com.apple.notificationsettings` that a screen depends on. There is none for
    /// banners (`AlertType`), cars (`ShowInCarPlay`) and groups (`GroupingType`).
    public struct Application: Sendable, Hashable, Codable {
        /// `NotificationsEnabled`.
        public var isEnabled: Rule<Bool>?
        /// `ShowInLockScreen`.
        public var showsOnLockScreen: Rule<Bool>?
        /// `ShowInNotificationCenter`.
        public var showsInCenter: Rule<Bool>?
        /// `PreviewType`.
        public var previews: Rule<PreviewsSetting>?
        /// `CriticalAlertEnabled`.
        public var allowsCritical: Rule<Bool>?
        /// `BadgesEnabled`.
        public var allowsBadge: Rule<Bool>?
        /// `SoundsEnabled`.
        public var allowsSound: Rule<Bool>?

        /// Forces nothing.
        public init() {}
    }

    /// By app, installed or not; none is there without a rule.
    public var applications: [BundleIdentifier: Application] = [:]
    /// `allowLockScreenNotificationsView`: whether a locked screen shows what came before the lock.
    public var showsLockScreenHistory: Rule<Bool>?

    /// Forces nothing.
    public init() {}

    /// Whether nothing is forced.
    var isEmpty: Bool { self == NotificationRules() }
}

/// When the content of notifications may show on the lock screen (`UNShowPreviewsSetting`).
public enum PreviewsSetting: String, Sendable, Hashable, CaseIterable, Codable {
    /// Also while the device is locked.
    case always
    /// Not while the device is locked.
    case whenUnlocked = "when-unlocked"
    /// Not at all: the app alone shows it.
    case never
}
