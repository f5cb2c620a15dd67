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
