import DeviceIdentifiers
import ProtectedNotifications
import ProtectionModel
import Testing

@Suite("Settings with what profiles force laid over (rows N-5, N-17, N-18)")
struct SettingsRows {
    private let mail: BundleIdentifier
    private let chat: BundleIdentifier

    init() throws {
        mail = try BundleIdentifier("com.example.mail")
        chat = try BundleIdentifier("com.example.chat")
    }

    private var authorized: NotificationSettings {
        var settings = NotificationSettings()
        settings.authorization = .authorized
        settings.showsPreviews = .always
        return settings
    }

    private func rules(
        _ change: (inout NotificationRules.Application) -> Void
    ) -> NotificationRules {
        var application = NotificationRules.Application()
        change(&application)
        var rules = NotificationRules()
        rules.applications[mail] = application
        return rules
    }

    private func delivered(
        _ identifier: String = "a",
        at seconds: Int64 = 1
    )
        -> DeliveredNotification
    {
        let content = NotificationContent(title: "Ann", body: "The code is 2580")
        let cover = DeliveredNotification.Cover(
            mail,
            identifier,
            Timestamp(seconds: seconds),
            content,
            showing: []
        )
        return DeliveredNotification(cover, content)
    }

    private func bodies(_ settings: NotificationSettings) -> Set<[String]> {
        var seen: Set<[String]> = []
        for place in NotificationScreen.Place.allCases {
            for isLocked in [true, false] {
                let screen = NotificationScreen(
                    [delivered()],
                    [mail: NotificationScreen.Rules(settings)],
                    at: place,
                    isLocked: isLocked
                )
                seen.insert(screen.entries.map(\.body))
            }
        }
        return seen
    }

    @Test("N-5: with alerts switched off nothing is seen on any screen, also of critical ones")
    func row5() {
        #expect(bodies(authorized) == [["The code is 2580"]])
        for setting in [NotificationSetting.disabled, .notSupported] {
            var settings = authorized
            settings.alertSetting = setting
            settings.criticalAlertSetting = .enabled
            #expect(bodies(settings) == [[]])
        }
    }

    @Test("sounds, badges and critical alerts that are off hide nothing")
    func otherSwitches() {
        var settings = authorized
        settings.soundSetting = .disabled
        settings.badgeSetting = .disabled
        settings.criticalAlertSetting = .disabled
        #expect(bodies(settings) == [["The code is 2580"]])
    }

    @Test("N-17: of what the user set and a profile forces the profile's counts, and it is named")
    func row17() {
        for forced in PreviewsSetting.allCases {
            for own in PreviewsSetting.allCases {
                var settings = authorized
                settings.showsPreviews = own
                let rules = rules { $0.previews = NotificationRules.Rule(forced, by: ["b", "a"]) }
                let limited = settings.limited(by: rules, for: mail)
                settings.showsPreviews = forced
                #expect(limited.settings == settings)
                #expect(limited.forced == [.showsPreviews: ["b", "a"]])
            }
        }
        let never = rules { $0.previews = NotificationRules.Rule(.never, by: ["a"]) }
        #expect(bodies(authorized.limited(by: never, for: mail).settings) == [["Notification"]])
    }

    @Test("without rules, and with those of another app, the user's settings stay as they are")
    func others() {
        for settings in [authorized, NotificationSettings()] {
            let none = settings.limited(by: NotificationRules(), for: mail)
            #expect(none.settings == settings && none.forced.isEmpty)
            let rules = rules { $0.isEnabled = NotificationRules.Rule(false, by: ["a"]) }
            let other = settings.limited(by: rules, for: chat)
            #expect(other.settings == settings && other.forced.isEmpty)
        }
    }

    @Test(
        "an app that a profile switches off may not notify, whatever it was told",
        arguments: NotificationAuthorization.allCases
    )
    func off(authorization: NotificationAuthorization) {
        var settings = authorized
        settings.authorization = authorization
        let rules = rules { $0.isEnabled = NotificationRules.Rule(false, by: ["a"]) }
        let limited = settings.limited(by: rules, for: mail)
        #expect(limited.settings.authorization == .denied)
        #expect(limited.forced == [.authorization: ["a"]])
        #expect(bodies(limited.settings) == [[]])
    }

    @Test(
        "an app that a profile switches on may notify without having asked, and alerts stay off",
        arguments: NotificationAuthorization.allCases
    )
    func on(authorization: NotificationAuthorization) {
        var settings = authorized
        settings.authorization = authorization
        settings.alertSetting = .disabled
        let rules = rules { $0.isEnabled = NotificationRules.Rule(true, by: ["a"]) }
        let limited = settings.limited(by: rules, for: mail)
        #expect(limited.settings.authorization == .authorized)
        #expect(bodies(limited.settings) == [[]])
    }

    @Test("each setting is forced for itself, off as on")
    func each() {
        for value in [true, false] {
            let rules = rules {
                $0.showsOnLockScreen = NotificationRules.Rule(value, by: ["1"])
                $0.showsInCenter = NotificationRules.Rule(value, by: ["2"])
                $0.allowsSound = NotificationRules.Rule(value, by: ["3"])
                $0.allowsBadge = NotificationRules.Rule(value, by: ["4"])
                $0.allowsCritical = NotificationRules.Rule(value, by: ["5"])
            }
            var settings = authorized
            settings.showsOnLockScreen = !value
            settings.showsInCenter = !value
            let opposite: NotificationSetting = value ? .disabled : .enabled
            settings.soundSetting = opposite
            settings.badgeSetting = opposite
            settings.criticalAlertSetting = opposite
            let limited = settings.limited(by: rules, for: mail)
            let expected: NotificationSetting = value ? .enabled : .disabled
            #expect(limited.settings.showsOnLockScreen == value)
            #expect(limited.settings.showsInCenter == value)
            #expect(limited.settings.soundSetting == expected)
            #expect(limited.settings.badgeSetting == expected)
            #expect(limited.settings.criticalAlertSetting == expected)
            #expect(limited.settings.showsPreviews == .always)
            #expect(limited.settings.authorization == .authorized)
            #expect(
                limited.forced == [
                    .showsOnLockScreen: ["1"], .showsInCenter: ["2"], .sound: ["3"],
                    .badge: ["4"], .criticalAlert: ["5"],
                ]
            )
        }
    }

    @Test("no profile gives an app what it does not support")
    func notSupported() {
        let rules = rules {
            $0.allowsSound = NotificationRules.Rule(true, by: ["a"])
            $0.allowsBadge = NotificationRules.Rule(true, by: ["a"])
            $0.allowsCritical = NotificationRules.Rule(true, by: ["a"])
        }
        var settings = authorized
        settings.soundSetting = .notSupported
        settings.badgeSetting = .notSupported
        let limited = settings.limited(by: rules, for: mail)
        #expect(limited.settings == settings)
        #expect(Set(limited.forced.keys) == [.sound, .badge, .criticalAlert])
    }
}
