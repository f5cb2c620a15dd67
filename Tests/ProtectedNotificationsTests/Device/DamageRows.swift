import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SodiumCrypto
import Synchronization
import TestSupport
import Testing

@Suite("What is damaged or gone harms nothing else (rows N-25, N-26, N-69)")
struct DamageRows {
    private func damage(_ path: String, _ phone: NotifiedPhone) throws {
        let store = try #require(try phone.device.documents.existing())
        try store.write(Array("[]".utf8), to: DevicePath(path), as: ProtectionClass.none)
    }

    @Test("a damaged quiet time can be set anew")
    func quietTime() throws {
        let phone = try NotifiedPhone()
        try damage("/Notifications/@quiet.json", phone)
        #expect(refusal { try phone.notifications.quietTime } == .authenticationFailure)
        try phone.notifications.setQuietTime(QuietTime())
        #expect(try phone.notifications.quietTime == QuietTime())
    }

    @Test(
        "a damaged document is its app's concern alone, and goes with it",
        arguments: [
            "settings.json", "pending.json", "push.json", "responses.json", "categories.json",
        ]
    )
    func otherApp(name: String) async throws {
        let phone = try NotifiedPhone(previews: .always)
        try damage("/Notifications/com.example.chat/\(name)", phone)
        #expect(try await phone.push("x").ending == .delivered)
        #expect(try phone.center.delivered().count == 1)
        try phone.device.identifiers().applications.uninstall(phone.chat)
        #expect(try phone.bodies() == ["x"])
    }

    @Test(
        "a damaged document stops nothing of other apps, and is told",
        arguments: ["settings.json", "pending.json", "push.json", "responses.json"]
    )
    func otherApps(name: String) async throws {
        let phone = try NotifiedPhone(previews: .always)
        let soon = NotificationTrigger.interval(.seconds(60), repeats: false)
        let home = try NotificationPlace.Position(latitude: 52.5, longitude: 13.4)
        let away = try NotificationPlace.Position(latitude: 48.1, longitude: 11.6)
        try phone.notifications.move(to: away)
        try phone.add("due", "due", soon)
        let place = try NotificationPlace(home, radius: 100, on: .enter)
        try phone.add("home", "home", .place(place, repeats: false))
        // Each of them is something to look at.
        _ = try phone.notifications.center(of: phone.chat).register()
        try damage("/Notifications/com.example.chat/\(name)", phone)
        phone.device.advance(by: .seconds(61))
        #expect(try phone.bodies() == ["due"])
        let failures = try phone.notifications.screen(at: .center).failures
        #expect(failures.mapValues(\.code) == [phone.chat: .authenticationFailure])
        phone.device.advance(by: .seconds(1))
        _ = refusal { try phone.notifications.move(to: home) }
        #expect(try phone.bodies() == ["home", "due"])
        try phone.add("later", "later", soon)
        phone.device.advance(by: .seconds(61))
        #expect(refusal { try phone.notifications.advance() } == .authenticationFailure)
        #expect(try phone.bodies() == ["later", "home", "due"])
    }

    @Test("with a damaged quiet time a push is kept, and disturbs nobody")
    func quietPush() async throws {
        let phone = try NotifiedPhone(previews: .always)
        try damage("/Notifications/@quiet.json", phone)
        let outcome = try await phone.push()
        #expect(outcome.ending == .delivered && outcome.presentation == [.list])
        #expect(try phone.center.delivered().count == 1)
    }

    @Test("a cover without a content goes, and one with a content stays")
    func strayCover() throws {
        let phone = try NotifiedPhone(previews: .always)
        try phone.add("a", "one")
        let store = try #require(try phone.device.documents.existing())
        let folder = DevicePath("/Notifications/com.example.mail")
        let name = try #require(try store.names(in: folder).first { $0.hasSuffix(".C") })
        try phone.add("b", "two")
        try store.remove(folder.appending(name))
        try phone.notifications.advance()
        #expect(try phone.classes(".cover").count == 1)
        #expect(try phone.bodies() == ["two"])
    }

    @Test("an app that is uninstalled while the screen looks is no failure")
    func uninstalledWhileLooking() async throws {
        var (nth, count) = (0, 1)
        while nth < count {
            let trial = try FaultyDevice()
            let phone = try NotifiedPhone(trial.device, previews: .always)
            try phone.add("a", "one")
            try await phone.push("two", to: phone.chat)
            if nth == 0 {
                count = try trial.callCount { _ = try phone.notifications.screen(at: .center) }
            }
            let calls = Mutex(0)
            let uninstalled = nth
            trial.faults.install(
                FaultPlan { _, _ in
                    let isIt = calls.withLock { calls in
                        defer { calls += 1 }
                        return calls == uninstalled
                    }
                    guard isIt else { return }
                    try? phone.device.identifiers().applications.uninstall(phone.chat)
                }
            )
            let screen = try phone.notifications.screen(at: .center)
            trial.faults.install(FaultPlan())
            #expect(screen.failures.isEmpty, "call \(nth)")
            #expect(screen.entries.map(\.body).contains("one"), "call \(nth)")
            nth += 1
        }
    }

    @Test("a push whose app is uninstalled while its extension runs is dropped")
    func uninstalledMeanwhile() async throws {
        let phone = try NotifiedPhone()
        let payload = try phone.payload(more: #","mutable-content":1"#)
        let outcome = try await phone.notifications.push(payload, to: phone.mail) { request in
            try? phone.device.identifiers().applications.uninstall(phone.mail)
            var run = ServiceRun(request, canFilter: false)
            _ = run.take(.started, at: .zero)
            _ = run.take(.answered(request.content), at: .zero)
            guard let outcome = run.outcome else { fatalError("the run has ended") }
            return outcome
        }
        #expect(outcome.ending == .notInstalled)
        #expect(outcome.content == nil)
    }

    @Test(
        "what an app asks for while it is being uninstalled goes with it",
        arguments: [true, false]
    )
    func registeredMeanwhile(isCutOff: Bool) throws {
        let phone = try NotifiedPhone()
        let documents = HookedDocuments(phone.device.documents)
        let isFirst = Mutex(true)
        documents.onRemoval = { (remove) throws(ProtectionError) in
            let isAllowed = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst || !isCutOff
            }
            guard isAllowed else { throw ProtectionError(.busy, "cut off") }
            try remove()
            _ = try? phone.center.register()
        }
        let applications = IdentifierService(
            documents,
            clock: MachineClock(),
            random: SystemRandomSource()
        ) { GenericHash.hash(of: $0) }.applications
        #expect(refusal { try applications.uninstall(phone.mail) } == (isCutOff ? .busy : nil))
        if isCutOff {
            let again = phone.device.documents
            let service = IdentifierService(of: again)
            #expect(refusal { try service.applications.uninstall(phone.mail) } == .notFound)
        }
        let store = try #require(try phone.device.documents.existing())
        #expect(try store.names(in: "/Notifications") == [phone.chat.description])
    }
}
