import DeviceIdentifiers
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
    }

    @Test("N-2: who was allowed to is not asked again")
    func row2() throws {
        let phone = try NotifiedPhone(nil, nil)
        #expect(try phone.center.requestAuthorization([.alert]) == .prompting)
        #expect(try phone.center.settings().authorization == .notDetermined)
        try phone.notifications.answer(.granted, to: phone.mail)
        #expect(try phone.center.settings().authorization == .authorized)
        #expect(try phone.center.requestAuthorization([.alert]) == .settled(.authorized))
        #expect(try phone.notifications.settings(of: phone.chat).authorization == .notDetermined)
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
        #expect(try other.settings().authorization == .notDetermined)
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
