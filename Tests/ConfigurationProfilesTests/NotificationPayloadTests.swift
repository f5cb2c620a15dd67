import ConfigurationProfiles
import Preferences
import ProtectionModel
import Testing

@Suite("Checks of payloads about notifications")
struct NotificationPayloadTests {
    private static let mail = "com.example.mail"
    private static let item = "PayloadContent[0].NotificationSettings[0]"

    private let linter = ProfileLinter(at: Timestamp(seconds: 1_000))

    /// What is found but for what is said of each of these: unsigned, and for supervised devices.
    private func findings(_ drafts: Draft...) throws -> [ProfileFinding] {
        try linter.findings(in: drafts.map { try $0.document() })
            .filter { $0.rule != .unsigned && $0.rule != .needsSupervision }
    }

    private func described(_ findings: [ProfileFinding]) -> [String] {
        findings.map { "\($0.level.rawValue) \($0.rule.rawValue) \($0.keyPath)" }
    }

    @Test("a payload that sets every key is sound, and needs a supervised device")
    func sound() throws {
        let flags = [
            "NotificationsEnabled", "ShowInNotificationCenter", "ShowInLockScreen", "ShowInCarPlay",
            "BadgesEnabled", "SoundsEnabled", "CriticalAlertEnabled",
        ].map { ($0, PreferenceValue.boolean(false)) }
        let numbers = ["AlertType", "GroupingType", "PreviewType"].map {
            ($0, PreferenceValue.integer(2))
        }
        let draft = Draft(notifications: [
            (Self.mail, Dictionary(uniqueKeysWithValues: flags + numbers))
        ])
        #expect(try findings(draft).isEmpty)
        let remarks = linter.findings(in: [try draft.document()]).filter { $0.level == .note }
        #expect(remarks.map(\.rule) == [.needsSupervision])
        #expect(remarks.map(\.keyPath) == ["PayloadContent[0].NotificationSettings"])
    }

    @Test(
        "settings of an app are judged by type and range",
        arguments: [
            ("PreviewType", .integer(0), ""), ("PreviewType", .integer(2), ""),
            ("PreviewType", .integer(3), "error out-of-range"),
            ("PreviewType", .integer(-1), "error out-of-range"),
            ("PreviewType", .string("2"), "error wrong-type"),
            ("PreviewType", .boolean(true), "error wrong-type"),
            ("PreviewType", .real(2), "error wrong-type"),
            ("AlertType", .integer(3), "error out-of-range"),
            ("GroupingType", .integer(3), "error out-of-range"),
            ("GroupingType", .string(""), "error wrong-type"),
            ("NotificationsEnabled", .string("NO"), "error wrong-type"),
            ("NotificationsEnabled", .integer(0), "warning wrong-type"),
            ("NotificationsEnabled", .integer(2), "error wrong-type"),
            ("ShowInLockScreen", .array([]), "error wrong-type"),
            ("CriticalAlertEnabled", .dictionary([:]), "error wrong-type"),
            ("ShowInLockscreen", .boolean(false), "warning unknown-key"),
            ("PayloadType", .string("x"), "warning unknown-key"),
        ] as [(String, PreferenceValue, String)]
    )
    func settings(key: String, value: PreferenceValue, expected: String) throws {
        let found = try findings(Draft(notifications: [(Self.mail, [key: value])]))
        #expect(described(found) == (expected.isEmpty ? [] : ["\(expected) \(Self.item).\(key)"]))
    }

    @Test(
        "an item without an app, or with one that none can be called, is an error",
        arguments: [
            (nil, "missing-key"), (.integer(1), "wrong-type"), (.array([]), "wrong-type"),
            (.string(""), "out-of-range"), (.string("com.example.*"), "out-of-range"),
            (.string("com..mail"), "out-of-range"), (.string(" com.example.mail"), "out-of-range"),
            (.string("../x"), "out-of-range"),
            (.string(String(repeating: "a", count: 256)), "out-of-range"),
        ] as [(PreferenceValue?, String)]
    )
    func names(name: PreferenceValue?, rule: String) throws {
        var values: [String: PreferenceValue] = ["PreviewType": .integer(2)]
        values["BundleIdentifier"] = name
        let list = PreferenceValue.array([.dictionary(values)])
        let draft = Draft("a", Draft.notifications, ["NotificationSettings": list])
        let found = try findings(draft)
        #expect(described(found) == ["error \(rule) \(Self.item).BundleIdentifier"])
        #expect(found.allSatisfy { $0.sentence.count < 150 })
        // And it forces nothing upon anybody.
        #expect(EffectiveNotificationSettings([try draft.profile()]).applications.isEmpty)
    }

    @Test(
        "a list that is missing or something else is an error, and so is an item that is",
        arguments: [
            ([:], "error missing-key", ""),
            (["NotificationSettings": .dictionary([:])], "error wrong-type", ""),
            (["NotificationSettings": .string("[]")], "error wrong-type", ""),
            (["NotificationSettings": .array([.string("x")])], "error wrong-type", "[0]"),
            (
                ["NotificationSettings": .array([]), "PreviewType": .integer(2)],
                "warning unknown-key", nil
            ),
        ] as [([String: PreferenceValue], String, String?)]
    )
    func lists(settings: [String: PreferenceValue], finding: String, place: String?) throws {
        let draft = Draft("a", Draft.notifications, settings)
        let path =
            place.map { "PayloadContent[0].NotificationSettings\($0)" }
            ?? "PayloadContent[0].PreviewType"
        #expect(described(try findings(draft)) == ["\(finding) \(path)"])
        #expect(EffectiveNotificationSettings([try draft.profile()]).applications.isEmpty)
    }

    @Test("an app twice in one payload is found, once, whatever is set; other apps are not")
    func twice() throws {
        let never: [String: PreferenceValue] = ["PreviewType": .integer(2)]
        for (other, level) in [
            (["PreviewType": .integer(0)], "warning"),
            (["BadgesEnabled": .boolean(false)], "warning"),
            (never, "note"),
        ] as [([String: PreferenceValue], String)] {
            let draft = Draft(notifications: [
                (Self.mail, never), ("com.example.chat", never), (Self.mail, other),
            ])
            let place = "PayloadContent[0].NotificationSettings[2].BundleIdentifier"
            #expect(described(try findings(draft)) == ["\(level) set-twice \(place)"])
        }
    }

    @Test("of two payloads or profiles a setting of one app is found, and not of two apps")
    func across() throws {
        let never: [String: PreferenceValue] = ["PreviewType": .integer(2)]
        var one = Draft("org.example.a", notifications: [(Self.mail, never)])
        one.add(notifications: [("com.example.chat", never)])
        #expect(try findings(one).isEmpty)
        one.add(notifications: [(Self.mail, ["PreviewType": .integer(1)])])
        let place = "NotificationSettings[0].PreviewType"
        #expect(
            described(try findings(one)) == ["warning set-twice PayloadContent[2].\(place)"]
        )
        let other = Draft("org.example.b", notifications: [(Self.mail, never)])
        let found = try findings(Draft("org.example.a", notifications: [(Self.mail, never)]), other)
        #expect(described(found) == ["note set-twice PayloadContent[0].\(place)"])
        #expect(found.map(\.profileIndex) == [1])
        // Nor where each sets something else.
        let quiet = Draft("c", notifications: [(Self.mail, ["SoundsEnabled": .boolean(false)])])
        #expect(try findings(other, quiet).isEmpty)
    }

    @Test(
        "what the lock screen shows is a known restriction",
        arguments: [
            "allowLockScreenNotificationsView", "allowLockScreenTodayView",
            "allowLockScreenControlCenter",
        ]
    )
    func restrictions(key: String) throws {
        #expect(try findings(Draft("a", Draft.restrictions, [key: .boolean(false)])).isEmpty)
        let wrong = try findings(Draft("a", Draft.restrictions, [key: .string("NO")]))
        #expect(wrong.map(\.rule) == [.wrongType])
    }
}
