public import DeviceIdentifiers

/// What all profiles together force upon the notifications of apps
/// (`com.apple.notificationsettings`), and who says so.
///
/// Of several values the one that shows less wins, and the clash is reported. A value that cannot be
/// used counts only where there is no other; it then forces what shows least. What a profile does
/// not set is the user's, though Apple gives a default for it. An app whose `BundleIdentifier` is
/// malformed is left out: none can be called that.
public struct EffectiveNotificationSettings: Sendable, Hashable {
    /// What is set, by app and key.
    public let applications: [BundleIdentifier: [String: EffectiveSetting]]
    /// `allowLockScreenNotificationsView` of `com.apple.applicationaccess`: whether a locked screen
    /// shows what came before the lock; nil where no profile says so.
    public let lockScreenHistory: EffectiveSetting?

    /// Combines profiles, the earliest installed first.
    public init(_ profiles: [ConfigurationProfile]) {
        applications = Self.origins(of: profiles).mapValues { keys in
            Dictionary(
                uniqueKeysWithValues: keys.map { key, origins in
                    (key, EffectiveSetting(key, origins, SettingTable.notificationItem[key]))
                }
            )
        }
        let key = "allowLockScreenNotificationsView"
        let table = SettingTable.restrictions
        lockScreenHistory = SettingOrigin.all(of: profiles, table.payloadType)[key].map {
            EffectiveSetting(key, $0, table[key])
        }
    }

    /// What payloads disagree about, by app and key.
    public var clashes: [(application: BundleIdentifier, setting: EffectiveSetting)] {
        let ofApps = applications.sorted { $0.key.description < $1.key.description }
        return ofApps.flatMap { application, settings in
            settings.values.filter(\.isClash).sorted { $0.key < $1.key }.map { (application, $0) }
        }
    }

    /// What follows for a screen, with the profiles that say so.
    public var rules: NotificationRules {
        var rules = NotificationRules()
        for (application, settings) in applications {
            var forced = NotificationRules.Application()
            forced.isEnabled = settings["NotificationsEnabled"]?.allowing
            forced.showsOnLockScreen = settings["ShowInLockScreen"]?.allowing
            forced.showsInCenter = settings["ShowInNotificationCenter"]?.allowing
            forced.previews = settings["PreviewType"]?.previews
            forced.allowsCritical = settings["CriticalAlertEnabled"]?.allowing
            forced.allowsBadge = settings["BadgesEnabled"]?.allowing
            forced.allowsSound = settings["SoundsEnabled"]?.allowing
            if forced != NotificationRules.Application() {
                rules.applications[application] = forced
            }
        }
        rules.showsLockScreenHistory = lockScreenHistory?.allowing
        return rules
    }

    /// Who sets what, by app and key and in the order of the profiles.
    private static func origins(
        of profiles: [ConfigurationProfile]
    ) -> [BundleIdentifier: [String: [SettingOrigin]]] {
        var origins: [BundleIdentifier: [String: [SettingOrigin]]] = [:]
        for profile in profiles {
            for payload in profile.payloads {
                for item in NotificationItem.all(in: payload) {
                    guard let application = item.application else { continue }
                    for (key, value) in item.settings {
                        origins[application, default: [:]][key, default: []].append(
                            SettingOrigin(
                                profile: profile.identifier,
                                payload: payload.identifier,
                                keyPath: "\(item.keyPath).\(key)",
                                value: value
                            )
                        )
                    }
                }
            }
        }
        return origins
    }
}

extension EffectiveSetting {
    /// The setting as a permission; what cannot be used permits nothing.
    var allowing: NotificationRules.Rule<Bool> {
        NotificationRules.Rule(value.flag ?? false, by: profiles)
    }

    fileprivate var previews: NotificationRules.Rule<PreviewsSetting> {
        let setting: PreviewsSetting =
            switch value.wholeNumber {
            case 0: .always
            case 1: .whenUnlocked
            default: .never
            }
        return NotificationRules.Rule(setting, by: profiles)
    }

    /// Each once, the earliest installed first.
    private var profiles: [String] {
        var seen: Set<String> = []
        return origins.map(\.profile).filter { seen.insert($0).inserted }
    }
}
