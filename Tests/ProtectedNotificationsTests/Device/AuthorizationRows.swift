import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import TestSupport
import Testing

@Suite("Who may notify (rows N-1 to N-7)")
struct AuthorizationRows {
    @Test("N-1: who has never asked may not notify")
    func row1() throws {
        let phone = try NotifiedPhone(nil, nil)
        #expect(try phone.center.settings().authorization == .notDetermined)
        #expect(try phone.center.settings().alertSetting == .notSupported)
    }

    @Test("N-2: who was allowed to is not asked again")
    func row2() throws {
        let phone = try NotifiedPhone(nil, nil)
        #expect(try phone.center.requestAuthorization([.alert]) == .prompting)
        #expect(try phone.center.settings().authorization == .notDetermined)
        try phone.notifications.answer(.granted, to: phone.mail)
        #expect(try phone.center.settings().authorization == .authorized)
        #expect(try phone.center.requestAuthorization([.alert]) == .settled(.authorized))
        #expect(
            try phone.notifications.settings(of: phone.chat).settings.authorization
                == .notDetermined
        )
    }

    @Test("who says yes again switches on nothing that was switched off")
    func switchedOff() throws {
        let phone = try NotifiedPhone()
        try phone.notifications.updateSettings(of: phone.mail) { $0.soundSetting = .disabled }
        for answer in [NotificationAnswer.granted, .denied, .granted] {
            try phone.notifications.answer(answer, to: phone.mail)
        }
        #expect(try phone.center.settings().soundSetting == .disabled)
        #expect(try phone.center.settings().alertSetting == .enabled)
    }

    @Test("what an app asks for once it may notify it may do")
    func askedLater() throws {
        let phone = try NotifiedPhone(nil, nil)
        try phone.center.requestAuthorization([.alert])
        try phone.notifications.answer(.granted, to: phone.mail)
        #expect(try phone.center.settings().soundSetting == .notSupported)
        #expect(try phone.center.requestAuthorization([.sound]) == .settled(.authorized))
        #expect(try phone.center.settings().soundSetting == .enabled)
    }

    @Test("N-3: who was refused is not asked again")
    func row3() throws {
        let phone = try NotifiedPhone(nil, .denied)
        #expect(try phone.center.requestAuthorization([.alert]) == .settled(.denied))
        #expect(try phone.center.settings().authorization == .denied)
    }

    @Test("N-4: quiet notifications need no prompt, and are in the center alone")
    func row4() async throws {
        let phone = try NotifiedPhone(nil, nil)
        let request = try phone.center.requestAuthorization([.alert, .provisional])
        #expect(request == .settled(.provisional))
        try await phone.push()
        #expect(try phone.bodies(at: .center) == ["The code is 2580"])
        #expect(try phone.bodies(at: .lockScreen) == [])
        #expect(try phone.center.requestAuthorization([.alert]) == .prompting)
    }

    @Test("N-6: who was refused adds nothing")
    func row6() throws {
        let phone = try NotifiedPhone(nil, .denied)
        let trigger = NotificationTrigger.interval(.seconds(60), repeats: false)
        #expect(refusal { try phone.add("a", "x", trigger) } == .notAuthorized)
        #expect(try phone.center.pending().isEmpty)
    }

    @Test("N-7: a silent push wakes who was refused, and shows nothing")
    func row7() async throws {
        let phone = try NotifiedPhone(nil, .denied)
        let silent = try phone.payload(json: #"{"aps":{"content-available":1}}"#)
        #expect(try await phone.notifications.push(silent, to: phone.mail).ending == .woken)
        #expect(try await phone.push().ending == .notAuthorized)
        #expect(try phone.center.delivered().isEmpty)
    }

    @Test("an app that is not installed asks in vain")
    func notInstalled() throws {
        let phone = try NotifiedPhone()
        let other = phone.notifications.center(of: try BundleIdentifier("com.example.other"))
        #expect(refusal { try other.requestAuthorization([.alert]) } == .notFound)
        #expect(refusal { try other.setCategories([]) } == .notFound)
        #expect(refusal { try other.settings() } == .notFound)
        #expect(refusal { try other.categories() } == .notFound)
        #expect(refusal { try other.pending() } == .notFound)
        #expect(refusal { try other.delivered() } == .notFound)
    }

    @Test("an app that has never asked is woken, and shows nothing")
    func neverAsked() async throws {
        let phone = try NotifiedPhone(nil, nil)
        let silent = try phone.payload(json: #"{"aps":{"content-available":1}}"#)
        #expect(try await phone.notifications.push(silent, to: phone.mail).ending == .woken)
        #expect(try await phone.push().ending == .notAuthorized)
        let other = try BundleIdentifier("com.example.other")
        #expect(try await phone.push(to: other).ending == .notInstalled)
        try phone.enter(.beforeFirstUnlock)
        #expect(try await phone.push().ending == .notInstalled)
    }

    @Test("who asks again keeps the entitlements that were named")
    func entitlements() async throws {
        let phone = try NotifiedPhone(previews: .always, entitlements: .timeSensitive)
        try phone.center.requestAuthorization([.alert])
        try await phone.notifications.push(
            phone.payload(more: #","interruption-level":"time-sensitive""#),
            to: phone.mail
        )
        let level = try phone.center.delivered().first?.cover.interruptionLevel
        #expect(level == .timeSensitive)
    }

    @Test("nobody answers for an app that has not asked")
    func unasked() throws {
        let phone = try NotifiedPhone(nil, nil)
        #expect(
            refusal { try phone.notifications.answer(.granted, to: phone.mail) } == .invalidArgument
        )
        #expect(
            refusal { try phone.notifications.updateSettings(of: phone.mail) { _ in } }
                == .invalidArgument
        )
    }

    @Test("settings are not changed while the device is locked")
    func locked() throws {
        let phone = try NotifiedPhone()
        try phone.enter(.locked)
        #expect(
            refusal {
                try phone.notifications.updateSettings(of: phone.mail) {
                    $0.showsPreviews = .always
                }
            } == .protectedDataUnavailable
        )
        #expect(try phone.center.settings().showsPreviews == .whenUnlocked)
    }

    @Test("an app asks in vain before the first unlock, when nobody knows whether it is there")
    func beforeFirstUnlock() throws {
        let phone = try NotifiedPhone(nil, nil)
        try phone.enter(.beforeFirstUnlock)
        #expect(
            refusal { try phone.center.requestAuthorization([.alert]) } == .protectedDataUnavailable
        )
    }
}

@Suite("What profiles force upon notifications of a device (rows N-17 and N-18)")
struct ForcedRows {
    private func force(
        _ phone: NotifiedPhone,
        _ change: (inout NotificationRules) -> Void
    ) throws {
        var rules = NotificationRules()
        change(&rules)
        try NotificationRulesStore(phone.device.documents).replace {
            () throws(ProtectionError) in rules
        }
    }

    @Test("N-17: what a profile forces wins over the user, and is told")
    func row17() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try await phone.push()
        try force(phone) { rules in
            var mail = NotificationRules.Application()
            mail.previews = NotificationRules.Rule(.never, by: ["com.example.profile"])
            rules.applications[phone.mail] = mail
        }
        try phone.notifications.updateSettings(of: phone.mail) { $0.showsPreviews = .always }
        let settings = try phone.notifications.settings(of: phone.mail)
        #expect(settings.settings.showsPreviews == .never)
        #expect(settings.forced[.showsPreviews] == ["com.example.profile"])
        #expect(try phone.bodies() == ["Notification"])
        #expect(try phone.classes(".A") == [.complete])
        try phone.enter(.beforeFirstUnlock)
        try await phone.push("early")
        #expect(try phone.bodies() == ["Notification"])
        try phone.device.unlock()
        try force(phone) { _ in }
        #expect(try phone.bodies().count == 2)
        #expect(try phone.classes(".C").count == 2)
    }

    @Test("an app that a profile enables is shown without having asked")
    func enabledByProfile() async throws {
        let phone = try NotifiedPhone(nil, nil)
        try force(phone) { rules in
            var mail = NotificationRules.Application()
            mail.isEnabled = NotificationRules.Rule(true, by: ["com.example.profile"])
            rules.applications[phone.mail] = mail
        }
        #expect(try phone.center.settings().authorization == .authorized)
        #expect(try await phone.push("hello").ending == .delivered)
        #expect(try phone.bodies() == ["hello"])
        #expect(try await phone.push("hello", to: phone.chat).ending == .notAuthorized)
    }

    @Test("N-18: without the history a locked screen shows what has come since the lock")
    func row18() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try force(phone) {
            $0.showsLockScreenHistory = NotificationRules.Rule(false, by: ["com.example.profile"])
        }
        try await phone.push("one")
        try await phone.push("two")
        phone.device.advance(by: .seconds(5))
        try phone.enter(.locked)
        #expect(try phone.bodies() == [])
        phone.device.advance(by: .seconds(5))
        try await phone.push("three")
        #expect(try phone.bodies() == ["three"])
        try phone.device.unlock()
        #expect(try phone.bodies(at: .center).count == 3)
    }

    @Test("N-18: what the history hides stays hidden when the clock is set back")
    func setBack() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try force(phone) {
            $0.showsLockScreenHistory = NotificationRules.Rule(false, by: ["com.example.profile"])
        }
        try await phone.push("one")
        phone.device.advance(by: .seconds(5))
        try phone.enter(.locked)
        phone.device.clock.set(wallTime: VirtualClock.start.adding(.seconds(-3_600)))
        #expect(try phone.bodies() == [])
        try await phone.push("two")
        phone.device.clock.set(wallTime: VirtualClock.start.adding(.seconds(3_600)))
        #expect(try phone.bodies() == ["two"])
    }

    @Test("N-5: with alerts switched off it is kept, and seen nowhere")
    func row5() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try phone.notifications.updateSettings(of: phone.mail) { $0.alertSetting = .disabled }
        #expect(try await phone.push().presentation == [.list])
        #expect(try phone.bodies(at: .center) == [])
        #expect(try phone.center.delivered().count == 1)
        #expect(try phone.center.settings().alertSetting == .disabled)
        #expect(try phone.center.settings().criticalAlertSetting == .notSupported)
    }
}
