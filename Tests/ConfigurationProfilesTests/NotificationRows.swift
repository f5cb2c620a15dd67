import ConfigurationProfiles
import DeviceIdentifiers
import Foundation
import Preferences
import ProtectedNotifications
import ProtectedStore
import TestSupport
import Testing

@Suite("What profiles force upon notifications of a device (rows N-17, N-18)")
struct NotificationRows {
    private static let app = "com.example.mail"
    private static let isHistoryShown = "allowLockScreenNotificationsView"

    private let phone: Phone
    private let mail: BundleIdentifier
    private var device: Device { phone.device }

    /// A device that is on and was unlocked.
    init() throws {
        phone = try Phone()
        mail = try BundleIdentifier(Self.app)
        try phone.unlock()
    }

    private func unlock() throws { try phone.unlock() }

    private func install(
        _ settings: [String: PreferenceValue],
        by identifier: String = "org.example.a"
    ) throws {
        let draft = Draft(identifier, notifications: [(Self.app, settings)])
        try device.installProfile(draft.bytes)
    }

    /// What a user has set who wants to see everything.
    private var openSettings: NotificationSettings {
        var settings = NotificationSettings()
        settings.authorization = .authorized
        settings.showsPreviews = .always
        return settings
    }

    private func delivered(_ identifier: String, at seconds: Int64) -> DeliveredNotification {
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

    /// What a locked screen shows of notifications that came at 1, 2 and 3.
    private func lockedScreen() throws -> [NotificationScreen.Entry] {
        let rules = try device.notificationRules
        let limited = openSettings.limited(by: rules, for: mail)
        return NotificationScreen(
            (1...3).map { delivered("\($0)", at: $0) },
            [mail: NotificationScreen.Rules(limited.settings)],
            at: .lockScreen,
            isLocked: true
        ).entries
    }

    /// What brings an unlocked device into each state, and back: locked, before the first unlock.
    private var states: [() throws -> Void] {
        [
            {}, { [device] in try device.lock(skippingGrace: true) },
            { [device] in try device.reboot() }, { try self.unlock() },
        ]
    }

    @Test("N-17: a profile's previews win over the user's in every lock state, and it is named")
    func row17() throws {
        try install(["PreviewType": .integer(2)])
        for enter in states {
            try enter()
            let limited = openSettings.limited(by: try device.notificationRules, for: mail)
            #expect(limited.settings.showsPreviews == .never)
            #expect(limited.forced == [.showsPreviews: ["org.example.a"]])
            #expect(try lockedScreen().map(\.body) == ["Notification"])
        }
        try device.removeProfile("org.example.a")
        for enter in states {
            try enter()
            #expect(try device.notificationRules == NotificationRules())
            #expect(try lockedScreen().map(\.body).first == "The code is 2580")
        }
    }

    @Test("N-18: whether a locked screen has a history is known in every lock state")
    func row18() throws {
        try device.installProfile(
            Draft("org.example.a", Draft.restrictions, [Self.isHistoryShown: .boolean(false)]).bytes
        )
        for enter in states {
            try enter()
            #expect(try device.notificationRules.showsLockScreenHistory?.value == false)
        }
        try device.removeProfile("org.example.a")
        for enter in states {
            try enter()
            #expect(try device.notificationRules.showsLockScreenHistory == nil)
        }
    }

    @Test("H-55: whether activities may be continued is known in every lock state")
    func activities() throws {
        let store = HandoffRulesStore(device.documents)
        try device.installProfile(
            Draft(
                "org.example.a",
                Draft.restrictions,
                ["allowActivityContinuation": .boolean(true)]
            )
            .bytes
        )
        try device.installProfile(
            Draft(
                "org.example.b",
                Draft.restrictions,
                ["allowActivityContinuation": .boolean(false)]
            )
            .bytes
        )
        for enter in states {
            try enter()
            #expect(try !store.read().isAllowed)
            #expect(try store.read().allowsContinuation?.profiles == ["org.example.b"])
        }
        try device.removeProfile("org.example.b")
        #expect(try store.read().isAllowed)
        try device.removeProfile("org.example.a")
        #expect(try store.read() == HandoffRules())
        #expect(try device.documents.names(in: .handoff).isEmpty)
    }

    @Test("of two profiles the stricter counts, and when it goes the other does")
    func several() throws {
        try install(["PreviewType": .integer(1)], by: "org.example.a")
        try install(["PreviewType": .integer(2)], by: "org.example.b")
        let previews = { try self.device.notificationRules.applications[self.mail]?.previews }
        #expect(try previews() == NotificationRules.Rule(.never, by: ["org.example.b"]))
        #expect(try device.notificationSettings.clashes.map(\.setting.key) == ["PreviewType"])
        try device.removeProfile("org.example.b")
        #expect(try previews() == NotificationRules.Rule(.whenUnlocked, by: ["org.example.a"]))
        #expect(try device.notificationSettings.clashes.isEmpty)
        // A new version of it takes back what the old one said.
        try install(["SoundsEnabled": .boolean(false)], by: "org.example.a")
        #expect(try previews() == nil)
    }

    @Test("a device whose profiles say nothing of notifications keeps nothing about them")
    func nothing() throws {
        #expect(try device.notificationRules == NotificationRules())
        try device.applyProfiles()
        try device.installProfile(Draft("a", Draft.passcode, ["minLength": .integer(4)]).bytes)
        try install(["GroupingType": .integer(2)], by: "b")
        #expect(try device.notificationRules == NotificationRules())
        #expect(try device.documents.names(in: .notifications).isEmpty)
    }

    @Test("before the first unlock the rules are known, and the profiles behind them are not")
    func beforeFirstUnlock() throws {
        try install(["NotificationsEnabled": .boolean(false)])
        try device.reboot()
        #expect(refusal { try device.notificationSettings } == .protectedDataUnavailable)
        #expect(refusal { try device.applyProfiles() } == .protectedDataUnavailable)
        #expect(try device.notificationRules.applications[mail]?.isEnabled?.value == false)
        try device.shutDown()
        #expect(refusal { try device.notificationRules } == .deviceOff)
    }

    @Test("rules that cannot be read are an error, never none; applying profiles writes them anew")
    func damaged() throws {
        try install(["PreviewType": .integer(2)])
        let rules = try device.notificationRules
        let document = try #require(try device.documents.names(in: .notifications).first)
        for junk in [[], Array("{}".utf8)] as [[UInt8]] {
            try device.documents.update(document, as: .none) { _ in junk }
            #expect(refusal { try device.notificationRules } == .authenticationFailure)
            try device.applyProfiles()
            #expect(try device.notificationRules == rules)
        }
    }

    @Test("a file of rules whose bytes were changed is an error, and written anew, or goes")
    func damagedFile() throws {
        try install(["PreviewType": .integer(2)])
        let rules = try device.notificationRules
        try damageRules()
        try device.applyProfiles()
        #expect(try device.notificationRules == rules)
        try damageRules()
        try device.removeProfile("org.example.a")
        #expect(try device.notificationRules == NotificationRules())
        #expect(try device.documents.names(in: .notifications).isEmpty)
    }

    /// Changes bytes of the file in which the rules are, which a device names at random.
    private func damageRules() throws {
        for file in try sealedFiles() {
            let bytes = try Data(contentsOf: file)
            try Data(bytes.map { $0 ^ 0xFF }).write(to: file)
            let isRules = refusal { try device.notificationRules } == .authenticationFailure
            // That of a folder would close others, too.
            let isAlone = refusal { try device.installedProfiles } == nil
            if isRules, isAlone { return }
            try bytes.write(to: file)
        }
        Issue.record("no file is that of the rules")
    }

    private func sealedFiles() throws -> Set<URL> {
        let system = phone.folder.appending(path: "phone/system")
        let files = FileManager.default.enumerator(
            at: system,
            includingPropertiesForKeys: [.isRegularFileKey]
        )
        return Set(
            try (files?.compactMap { $0 as? URL } ?? []).filter {
                try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            }
        )
    }

    @Test("a damaged profile leaves the rules that are in force, and they stay readable")
    func damagedProfile() throws {
        try install(["PreviewType": .integer(2)])
        let rules = try device.notificationRules
        let profile = try #require(try device.documents.names(in: .profiles).first)
        try device.documents.update(profile, as: .completeUntilFirstUserAuthentication) { _ in [0] }
        #expect(refusal { try device.applyProfiles() } == .authenticationFailure)
        #expect(try device.notificationRules == rules)
        try device.removeProfile("org.example.a", force: true)
        #expect(try device.notificationRules == NotificationRules())
    }

    @Test("the shipped profiles are sound, and set only what is known")
    func shipped() throws {
        let policies = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Policies/profiles").standardized
        let files = try FileManager.default.contentsOfDirectory(
            at: policies,
            includingPropertiesForKeys: nil
        )
        #expect(files.count == 2)
        for file in files {
            let document = try ProfileDocument(reading: [UInt8](Data(contentsOf: file)))
            let findings = ProfileLinter(at: Timestamp(seconds: 0)).findings(in: [document])
            let serious = findings.filter { $0.level != .note && $0.rule != .unsigned }
            #expect(serious.isEmpty, "\(file.lastPathComponent)")
            #expect(!findings.contains { $0.rule == .envelopeOnly || $0.rule == .unknownKey })
        }
    }
}
