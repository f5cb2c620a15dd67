import ConfigurationProfiles
import DeviceIdentifiers
import Preferences
import Testing

@Suite("Notification settings of several profiles")
struct EffectiveNotificationSettingsTests {
    private static let app = "com.example.mail"
    private let mail: BundleIdentifier

    init() throws { mail = try BundleIdentifier(Self.app) }

    private func effective(
        _ settings: [String: PreferenceValue]...
    ) throws -> EffectiveNotificationSettings {
        EffectiveNotificationSettings(
            try settings.enumerated().map { index, settings in
                try Draft("org.example.\(index)", notifications: [(Self.app, settings)]).profile()
            }
        )
    }

    @Test(
        "what shows less counts, whatever the order, and the clash is named",
        arguments: [
            ("NotificationsEnabled", .boolean(true), .boolean(false)),
            ("ShowInLockScreen", .boolean(true), .boolean(false)),
            ("ShowInNotificationCenter", .integer(1), .boolean(false)),
            ("ShowInCarPlay", .boolean(true), .boolean(false)),
            ("BadgesEnabled", .boolean(true), .boolean(false)),
            ("SoundsEnabled", .boolean(true), .boolean(false)),
            ("CriticalAlertEnabled", .boolean(true), .boolean(false)),
            ("PreviewType", .integer(0), .integer(1)), ("PreviewType", .integer(1), .integer(2)),
            ("PreviewType", .integer(0), .integer(2)), ("AlertType", .integer(2), .integer(0)),
        ] as [(String, PreferenceValue, PreferenceValue)]
    )
    func stricter(key: String, weak: PreferenceValue, strict: PreferenceValue) throws {
        for values in [[weak, strict], [strict, weak]] {
            let effective = try effective([key: values[0]], [key: values[1]])
            let setting = try #require(effective.applications[mail]?[key])
            #expect(setting.value == strict)
            #expect(setting.overruled.map(\.value) == [weak])
            let clash = try #require(effective.clashes.first)
            #expect(effective.clashes.count == 1)
            #expect(clash.application == mail && clash.setting == setting)
        }
    }

    @Test("who says so is kept, with the place; the others are overruled, and force nothing")
    func origins() throws {
        let effective = try effective(
            ["PreviewType": .integer(2)],
            ["PreviewType": .integer(0), "SoundsEnabled": .boolean(false)],
            ["PreviewType": .integer(2)]
        )
        let previews = try #require(effective.applications[mail]?["PreviewType"])
        #expect(
            Set(previews.origins.map(\.keyPath))
                == ["PayloadContent[0].NotificationSettings[0].PreviewType"]
        )
        let rules = try #require(effective.rules.applications[mail])
        #expect(
            rules.previews
                == NotificationRules.Rule(.never, by: ["org.example.0", "org.example.2"])
        )
        #expect(rules.allowsSound == NotificationRules.Rule(false, by: ["org.example.1"]))
    }

    @Test("within a profile, and a payload, clashes count as those across; a profile is named once")
    func within() throws {
        var draft = Draft(
            "a",
            notifications: [
                (Self.app, ["PreviewType": .integer(2)]), (Self.app, ["PreviewType": .integer(0)]),
            ]
        )
        draft.add(notifications: [(Self.app, ["PreviewType": .integer(2)])])
        let effective = EffectiveNotificationSettings([try draft.profile()])
        #expect(effective.clashes.map(\.setting.key) == ["PreviewType"])
        #expect(
            effective.rules.applications[mail]?.previews
                == NotificationRules.Rule(.never, by: ["a"])
        )
    }

    @Test("what no profile sets is left to the user, though Apple gives a default for it")
    func unset() throws {
        let rules = try effective(["PreviewType": .integer(1)]).rules
        var expected = NotificationRules.Application()
        expected.previews = NotificationRules.Rule(.whenUnlocked, by: ["org.example.0"])
        #expect(rules.applications == [mail: expected])
        #expect(rules.showsLockScreenHistory == nil)
        #expect(EffectiveNotificationSettings([]).rules == NotificationRules())
    }

    @Test("what a screen does not depend on makes no rule")
    func noScreen() throws {
        let effective = try effective([
            "AlertType": .integer(0), "GroupingType": .integer(2), "ShowInCarPlay": .boolean(false),
            "Unknown": .boolean(false),
        ])
        #expect(effective.applications[mail]?.count == 4)
        #expect(effective.rules == NotificationRules())
    }

    @Test("one app's settings are not another's, and case counts")
    func apps() throws {
        let profile = try Draft(notifications: [
            (Self.app, ["PreviewType": .integer(2)]),
            ("com.example.Mail", ["PreviewType": .integer(0)]),
        ]).profile()
        let effective = EffectiveNotificationSettings([profile])
        #expect(effective.clashes.isEmpty)
        #expect(effective.rules.applications.count == 2)
        #expect(effective.rules.applications[mail]?.previews?.value == .never)
    }

    @Test(
        "a value that cannot be used forces what shows least, unless another can be used",
        arguments: [.string("NO"), .integer(7), .array([]), .real(0.5)] as [PreferenceValue]
    )
    func unusable(value: PreferenceValue) throws {
        for key in ["NotificationsEnabled", "PreviewType"] {
            let alone = try effective([key: value])
            #expect(alone.applications[mail]?[key]?.notes == [.unusable])
            let rules = try #require(alone.rules.applications[mail])
            #expect(rules.isEnabled?.value ?? false == false)
            #expect(rules.previews?.value ?? .never == .never)
            #expect((rules.isEnabled?.profiles ?? rules.previews?.profiles) == ["org.example.0"])
        }
        let beside = try effective(["PreviewType": value], ["PreviewType": .integer(0)])
        #expect(
            beside.rules.applications[mail]?.previews
                == NotificationRules.Rule(.always, by: ["org.example.1"])
        )
    }

    @Test(
        "one profile without a history on the lock screen is enough, and a slip hides it, too",
        arguments: [
            ([.boolean(true), .boolean(false)], false, ["1"]),
            ([.boolean(false), .boolean(true), .boolean(false)], false, ["0", "2"]),
            ([.boolean(true)], true, ["0"]), ([.string("no")], false, ["0"]),
            ([.integer(0)], false, ["0"]),
        ] as [([PreferenceValue], Bool, [String])]
    )
    func history(values: [PreferenceValue], expected: Bool, profiles: [String]) throws {
        let effective = EffectiveNotificationSettings(
            try values.enumerated().map { index, value in
                try Draft(
                    "\(index)",
                    Draft.restrictions,
                    ["allowLockScreenNotificationsView": value]
                ).profile()
            }
        )
        #expect(effective.lockScreenHistory?.isClash == (profiles.count < values.count))
        #expect(
            effective.rules.showsLockScreenHistory
                == NotificationRules.Rule(expected, by: profiles)
        )
        #expect(effective.applications.isEmpty)
    }

    @Test("of ways to group none is stricter: the last one counts, and the clash is named")
    func grouping() throws {
        let effective = try effective(["GroupingType": .integer(2)], ["GroupingType": .integer(1)])
        #expect(effective.applications[mail]?["GroupingType"]?.value == .integer(1))
        #expect(effective.clashes.count == 1)
    }
}
