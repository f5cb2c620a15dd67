import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import Preferences
import ProtectedNotifications
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing

@Suite("Pushes that come to a device (rows N-26 to N-72)")
struct PushRows {
    private let secret = "The code is 2580"

    /// A message of the app's server, sealed to a registration.
    private func sealed(
        _ registration: PushRegistration,
        _ body: String? = nil,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication,
        sequence: UInt64 = 1,
        expires: Timestamp? = nil
    ) throws -> String {
        let message = PushMessage(
            NotificationContent(title: "Ann", body: body ?? secret),
            sent: Timestamp(seconds: 100),
            expires: expires,
            sequence: sequence,
            identifier: "m\(sequence)"
        )
        return try SealedPush.seal(message, to: registration, as: protection, .init()).text
    }

    private func payload(_ phone: NotifiedPhone, _ text: String) throws -> RemotePayload {
        try phone.payload(
            "New message",
            title: "Chat",
            more: #","mutable-content":1"#,
            outside: #","encrypted-content":"\#(text)""#
        )
    }

    @Test(
        "N-45: what is sealed to the class C key is opened while locked, and shown as previews allow"
    )
    func row45() async throws {
        for previews in PreviewsSetting.allCases {
            let phone = try NotifiedPhone(previews: previews)
            let text = try sealed(phone.center.register())
            try phone.enter(.locked)
            let outcome = try await phone.notifications.push(payload(phone, text), to: phone.mail)
            #expect(outcome.ending == .delivered)
            #expect(try phone.bodies() == [previews == .always ? secret : "Notification"])
            try phone.device.unlock()
            #expect(try phone.center.delivered().first?.content?.body == secret)
        }
    }

    @Test("N-46: what is sealed to the class A key is shown after the unlock, in its place")
    func row46() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let registration = try phone.center.register([.complete])
        let text = try sealed(registration, as: .complete)
        try phone.enter(.locked)
        let outcome = try await phone.notifications.push(payload(phone, text), to: phone.mail)
        #expect(outcome.ending == .original)
        #expect(outcome.refusal?.code == .protectedDataUnavailable)
        #expect(try phone.bodies() == ["New message"])
        #expect(try phone.documents(holding: "code is 2580") == [])
        try phone.device.unlock()
        #expect(try phone.bodies() == [secret])
        #expect(try phone.center.delivered().map(\.cover.identifier) == [outcome.identifier])
        // Once: the same again is a repetition.
        let again = try await phone.notifications.push(payload(phone, text), to: phone.mail)
        #expect(again.ending == .repeated)
    }

    @Test("what came sealed before the first unlock is shown after it")
    func sealedBeforeFirstUnlock() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let text = try sealed(phone.center.register())
        try phone.enter(.beforeFirstUnlock)
        try await phone.notifications.push(payload(phone, text), to: phone.mail)
        #expect(try phone.bodies() == ["New message"])
        try phone.device.unlock()
        #expect(try phone.bodies() == [secret])
    }

    @Test("N-48: with a bit flipped the original is shown, and nothing of the sealed part is kept")
    func row48() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let text = try sealed(phone.center.register())
        var bytes = try #require(Base64URL.decode(text))
        for index in [0, 1, 5, 40, bytes.count - 1] {
            bytes[index] ^= 1
            defer { bytes[index] ^= 1 }
            let changed = Base64URL.encode(bytes)
            let outcome = try await phone.notifications.push(
                payload(phone, changed),
                to: phone.mail
            )
            #expect(outcome.ending == .original)
            #expect(outcome.refusal?.code == .authenticationFailure)
            #expect(try phone.documents(holding: String(changed.prefix(40))) == [])
        }
        #expect(try phone.bodies() == Array(repeating: "New message", count: 5))
        // The true one was not used up.
        let outcome = try await phone.notifications.push(payload(phone, text), to: phone.mail)
        #expect(outcome.ending == .delivered)
    }

    @Test("N-49: what is sealed for one app opens in no other")
    func row49() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let text = try sealed(phone.center.register())
        _ = try phone.notifications.center(of: phone.chat).register()
        let outcome = try await phone.notifications.push(payload(phone, text), to: phone.chat)
        #expect(outcome.refusal?.code == .authenticationFailure)
        #expect(try phone.bodies() == ["New message"])
    }

    @Test("N-50: the same sealed push twice is there once")
    func row50() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let text = try sealed(phone.center.register())
        try await phone.notifications.push(payload(phone, text), to: phone.mail)
        let before = try phone.center.delivered()
        let outcome = try await phone.notifications.push(payload(phone, text), to: phone.mail)
        #expect(outcome.ending == .repeated)
        #expect(try phone.center.delivered() == before)
        // A restart forgets nothing.
        try phone.device.rebootAndUnlock()
        let late = try await phone.notifications.push(payload(phone, text), to: phone.mail)
        #expect(late.ending == .repeated)
    }

    @Test("N-51: of a known sender nothing is taken that is too old")
    func row51() async throws {
        let arena = SecureArena()
        let key = try SecureBytes(count: 32, group: .transit, arena: arena) {
            SeededRandomSource(seed: 7).fill(&$0)
        }
        let phone = try NotifiedPhone(previews: .always)
        let registration = try phone.center.register(sender: try X25519.publicKey(of: key))
        for (sequence, ending) in [
            (1, PushOutcome.Ending.delivered), (300, .delivered), (40, .repeated),
        ] {
            let message = PushMessage(
                NotificationContent(body: "\(sequence)"),
                sent: Timestamp(seconds: 1),
                sequence: UInt64(sequence),
                identifier: ""
            )
            let push = try SealedPush.seal(message, to: registration, .init(), from: key)
            let outcome = try await phone.notifications.push(
                payload(phone, push.text),
                to: phone.mail
            )
            #expect(outcome.ending == ending)
        }
        #expect(try phone.bodies().sorted() == ["1", "300"])
    }

    @Test("N-52: what is past its time is dropped")
    func row52() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let now = phone.device.clock.wallTime()
        let plain = try phone.payload(expiration: now)
        let outcome = try await phone.notifications.push(plain, to: phone.mail)
        #expect(outcome.ending == .expiredPush)
        let text = try sealed(phone.center.register(), expires: Timestamp(seconds: now.seconds - 1))
        let late = try await phone.notifications.push(payload(phone, text), to: phone.mail)
        #expect(late.ending == .expiredPush)
        #expect(try phone.center.delivered().isEmpty)
    }

    @Test("new keys take the place of old ones, which open for thirty days more")
    func rotation() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let old = try phone.center.register()
        let texts = try (1...3).map { try sealed(old, "\($0)", sequence: $0) }
        let new = try phone.center.rotateKeys()
        #expect(new.token == old.token)
        #expect(new.keys != old.keys)
        func push(_ text: String) async throws -> ErrorCode? {
            try await phone.notifications.push(payload(phone, text), to: phone.mail).refusal?.code
        }
        #expect(try await push(texts[0]) == nil)
        phone.device.advance(by: .seconds(29 * 24 * 3_600))
        try phone.device.unlock()
        #expect(try await push(texts[1]) == nil)
        #expect(try phone.classes(".key").count == 2)
        phone.device.advance(by: .seconds(2 * 24 * 3_600))
        try phone.device.unlock()
        #expect(try await push(texts[2]) == .authenticationFailure)
        #expect(try await push(try sealed(new, sequence: 9)) == nil)
        #expect(try phone.classes(".key") == [.completeUntilFirstUserAuthentication])
    }

    @Test(
        "a key of class A is made only while the device is unlocked, and none before the first unlock"
    )
    func registration() throws {
        let phone = try NotifiedPhone()
        #expect(refusal { try phone.center.rotateKeys() } == .notFound)
        #expect(refusal { try phone.center.register([]) } == .invalidArgument)
        #expect(refusal { try phone.center.register([.none]) } == .invalidArgument)
        #expect(refusal { try phone.center.register(sender: [1, 2]) } == .invalidArgument)
        for team in ["", String(repeating: "a", count: 256)] {
            #expect(refusal { try phone.center.register(team: team) } == .invalidArgument)
        }
        let first = try phone.center.register()
        #expect(try phone.center.register() == first)
        try phone.enter(.locked)
        #expect(try phone.center.register() == first)
        #expect(refusal { try phone.center.register([.complete]) } == .protectedDataUnavailable)
        #expect(try phone.center.register() == first)
        try phone.enter(.beforeFirstUnlock)
        #expect(refusal { try phone.center.register() } == .protectedDataUnavailable)
    }

    // MARK: With a service extension

    private func run(
        _ phone: NotifiedPhone,
        _ json: String,
        canFilter: Bool = false,
        _ answers: [NotificationContent]
    ) async throws -> (PushOutcome, Bool) {
        let payload = try phone.payload(json: json)
        let ran = Ran()
        let outcome = try await phone.notifications.push(payload, to: phone.mail) { request in
            await ran.note()
            var run = ServiceRun(request, canFilter: canFilter)
            _ = run.take(.started, at: .zero)
            for answer in answers { _ = run.take(.answered(answer), at: .seconds(1)) }
            if run.outcome == nil { _ = run.take(.time, at: .seconds(30)) }
            if run.outcome == nil { _ = run.take(.time, at: .seconds(31)) }
            return Self.ended(run)
        }
        return (outcome, await ran.value)
    }

    private static func ended(_ run: ServiceRun) -> ServiceOutcome {
        guard let outcome = run.outcome else { fatalError("the run has ended") }
        return outcome
    }

    private actor Ran {
        private(set) var value = false
        func note() { value = true }
    }

    private let mutable = #"{"aps":{"alert":{"body":"raw"},"mutable-content":1,"badge":3}}"#

    @Test("N-34, N-35: an extension runs for an alert that may change, and for nothing else")
    func rows34and35() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let (outcome, ran) = try await run(phone, mutable, [NotificationContent(body: "opened")])
        #expect(outcome.ending == .delivered && ran)
        #expect(try phone.bodies() == ["opened"])
        for json in [
            #"{"aps":{"mutable-content":1,"badge":1}}"#, #"{"aps":{"alert":"raw"}}"#,
            #"{"aps":{"mutable-content":1,"content-available":1}}"#,
        ] {
            let (_, ran) = try await run(phone, json, [])
            #expect(!ran)
        }
    }

    @Test("N-38: without an answer the original is shown")
    func row38() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let (outcome, _) = try await run(phone, mutable, [])
        #expect(outcome.ending == .original)
        #expect(try phone.bodies() == ["raw"])
    }

    @Test("N-42: an empty answer shows nothing with the entitlement, and its badge counts")
    func row42() async throws {
        let phone = try NotifiedPhone(previews: .always)
        var empty = NotificationContent()
        empty.badge = 7
        #expect(try await run(phone, mutable, [empty]).0.ending == .original)
        #expect(try phone.bodies() == ["raw"])
        try phone.center.removeDelivered()
        #expect(try await run(phone, mutable, canFilter: true, [empty]).0.ending == .suppressed)
        #expect(try phone.bodies() == [])
        #expect(try phone.center.badge() == 7)
    }

    @Test("a badge that the user has switched off stays as it is")
    func badge() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try phone.notifications.updateSettings(of: phone.mail) { $0.badgeSetting = .disabled }
        let alone = try phone.payload(json: #"{"aps":{"badge":5}}"#)
        try await phone.notifications.push(alone, to: phone.mail)
        #expect(try phone.center.badge() == 0)
        var answer = NotificationContent(body: "opened")
        answer.badge = 6
        _ = try await run(phone, mutable, [answer])
        #expect(try phone.center.badge() == 0)
        answer.body = ""
        _ = try await run(phone, mutable, canFilter: true, [answer])
        #expect(try phone.center.badge() == 0)
    }

    @Test("an extension that gives up shows nothing of what was sealed")
    func unopened() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let text = try sealed(phone.center.register())
        let outcome = try await phone.notifications.push(payload(phone, text), to: phone.mail) {
            request in
            #expect(request.content.userInfo["encrypted-content"] == .string(text))
            var run = ServiceRun(request, canFilter: false)
            _ = run.take(.started, at: .seconds(31))
            return Self.ended(run)
        }
        #expect(outcome.ending == .killedAtStart)
        #expect(try phone.bodies() == ["New message"])
        #expect(try phone.documents(holding: String(text.prefix(40))) == [])
    }

    @Test("N-66, N-68: what is passive wakes nobody, and an app on the screen decides itself")
    func presentation() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let loud = try phone.payload(more: #","sound":"default""#)
        let outcome = try await phone.notifications.push(loud, to: phone.mail)
        #expect(outcome.presentation == [.banner, .list, .sound])
        let passive = try phone.payload(
            more: #","sound":"default","interruption-level":"passive""#
        )
        try phone.enter(.locked)
        #expect(
            try await phone.notifications.push(passive, to: phone.mail).presentation == [.list]
        )
        try phone.device.unlock()
        let hidden = try await phone.notifications.push(
            loud,
            to: phone.mail,
            foreground: { _ in [] }
        )
        #expect(hidden.presentation == [.list])
        #expect(try phone.center.delivered().count == 3)
    }

    @Test("N-66: an app on the screen asks in vain for what the user has switched off")
    func foreground() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let loud = try phone.payload(more: #","sound":"default""#)
        func push() async throws -> NotificationPresentation {
            try await phone.notifications.push(
                loud,
                to: phone.mail,
                foreground: { _ in [.banner, .sound, .badge] }
            ).presentation
        }
        #expect(try await push() == [.banner, .sound, .badge, .list])
        try phone.notifications.updateSettings(of: phone.mail) {
            $0.soundSetting = .disabled
            $0.badgeSetting = .disabled
        }
        #expect(try await push() == [.banner, .list])
        try phone.notifications.updateSettings(of: phone.mail) { $0.alertSetting = .disabled }
        #expect(try await push() == [.list])
    }

    @Test("an outcome has the content that was delivered")
    func deliveredContent() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let alert = try phone.payload(more: #","interruption-level":"critical""#)
        let outcome = try await phone.notifications.push(alert, to: phone.mail)
        #expect(outcome.content == (try phone.center.delivered().first?.content))
        #expect(outcome.content?.interruptionLevel == .active)
    }

    @Test("what the user says no to while the extension runs is not delivered")
    func deniedMeanwhile() async throws {
        let phone = try NotifiedPhone(previews: .always)
        let payload = try phone.payload(json: mutable)
        let outcome = try await phone.notifications.push(payload, to: phone.mail) { request in
            try? phone.notifications.answer(.denied, to: phone.mail)
            var run = ServiceRun(request, canFilter: false)
            _ = run.take(.started, at: .zero)
            _ = run.take(.answered(request.content), at: .zero)
            return Self.ended(run)
        }
        #expect(outcome.ending == .notAuthorized && outcome.content == nil)
        #expect(try phone.center.delivered().isEmpty)
    }

    @Test(
        "a critical alert needs the entitlement, too, and is heard in a quiet time",
        arguments: [true, false]
    )
    func critical(isEntitled: Bool) async throws {
        let phone = try NotifiedPhone(
            previews: .always,
            entitlements: isEntitled ? .criticalAlerts : []
        )
        var quiet = QuietTime()
        quiet.isQuiet = true
        try phone.notifications.setQuietTime(quiet)
        let alert = try phone.payload(more: #","interruption-level":"critical""#)
        let outcome = try await phone.notifications.push(alert, to: phone.mail)
        #expect(outcome.presentation.contains(.banner) == isEntitled)
        let level = try phone.center.delivered().first?.cover.interruptionLevel
        #expect(level == (isEntitled ? .critical : .active))
    }

    @Test("N-67: in a quiet time what is urgent needs the entitlement", arguments: [true, false])
    func row67(isEntitled: Bool) async throws {
        let phone = try NotifiedPhone(
            previews: .always,
            entitlements: isEntitled ? .timeSensitive : []
        )
        var quiet = QuietTime()
        quiet.isQuiet = true
        try phone.notifications.setQuietTime(quiet)
        #expect(try phone.notifications.quietTime == quiet)
        let urgent = try phone.payload("urgent", more: #","interruption-level":"time-sensitive""#)
        try phone.enter(.locked)
        let outcome = try await phone.notifications.push(urgent, to: phone.mail)
        #expect(outcome.presentation == (isEntitled ? [.banner, .list] : [.list]))
        #expect(try phone.bodies() == (isEntitled ? ["urgent"] : []))
        quiet.allowed = [phone.mail.description]
        try phone.notifications.setQuietTime(quiet)
        #expect(try phone.bodies() == ["urgent"])
        try phone.notifications.setQuietTime(QuietTime())
        #expect(try phone.bodies() == ["urgent"])
    }
}
