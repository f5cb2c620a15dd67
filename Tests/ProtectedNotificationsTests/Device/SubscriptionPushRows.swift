import CloudRecords
import DeviceIdentifiers
import DeviceSimulation
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing

@Suite("Pushes of a cloud's subscriptions (row R-80)")
struct SubscriptionPushRows {
    /// A cloud, a phone of Ada's that is told, and another device that changes things.
    private struct Cloud {
        static let key = ContainerKey("iCloud.com.example.mail", .development)

        let phone: NotifiedPhone
        let service: RecordService
        let pushes = SimulatedPushService()
        let token: [UInt8]
        let database: RecordDatabase
        let elsewhere: RecordDatabase

        init(_ answer: NotificationAnswer?, _ notification: RecordSubscription.Notification) throws
        {
            phone = try NotifiedPhone(nil, answer, previews: .always)
            let key = try SecureBytes(count: 32, group: SecretGroup(0), arena: SecureArena()) {
                SeededRandomSource(seed: 80).fill(&$0)
            }
            let service = RecordService(
                engine: MemoryRecordEngine(),
                key: key,
                clock: phone.device.clock,
                random: SeededRandomSource(seed: 80)
            )
            self.service = service
            token = try pushes.register(phone.mail, on: phone.device)
            let person = CloudPerson(account: "ada", name: PersonName(first: "A", last: "L"))
            let containers = try [token, [2]].map {
                try RecordContainer(
                    Self.key,
                    service: service,
                    account: CloudAccount(person),
                    deviceToken: $0
                )
            }
            for container in containers { try container.registerForPushes() }
            let database = containers[0].database(.private)
            self.database = database
            elsewhere = containers[1].database(.private)
            try database.makeZone(RecordZoneID("notes"))
            try database.save(Record.named("first"))
            let query = RecordSubscription.Subject.query(
                type: "Note",
                try RecordPredicate(format: "title != ''"),
                in: nil,
                .creation
            )
            try database.save(RecordSubscription("s", to: query, notification))
        }

        /// What became of the phone's pushes after another device saved a record.
        func save(_ name: String) throws -> [PushOutcome?] {
            try elsewhere.save(Record.named(name))
            return try deliver()
        }

        func deliver() throws -> [PushOutcome?] {
            try pushes.deliver(from: service, Self.key).filter { $0.token == token }
                .map(\.outcome)
        }
    }

    private var alert: RecordSubscription.Notification {
        var alert = RecordSubscription.Notification()
        alert.alert = .localized(key: "New: %@", arguments: ["title"])
        alert.desiredKeys = ["title"]
        return alert
    }

    @Test("R-80: a silent push wakes the app, whatever the user said to notifications")
    func silent() throws {
        for answer in [NotificationAnswer.granted, .denied, nil] {
            let cloud = try Cloud(answer, .silent)
            for state in [LockState.unlocked, .locked] {
                try cloud.phone.enter(state)
                let outcomes = try cloud.save("in \(state)")
                #expect(outcomes.map { $0?.ending } == [.woken])
                #expect(outcomes.first??.content == nil)
            }
            try cloud.phone.device.unlock()
            #expect(try cloud.phone.bodies().isEmpty)
            #expect(try cloud.phone.center.badge() == 0)
        }
    }

    @Test("R-80: what is to be seen is not, where the user refused, and wakes the app if it is to")
    func refused() throws {
        let cloud = try Cloud(.denied, alert)
        #expect(try cloud.save("a").map { $0?.ending } == [.notAuthorized])
        var both = alert
        both.wakesApp = true
        let waking = try Cloud(.denied, both)
        #expect(try waking.save("a").map { $0?.ending } == [.woken])
        #expect(try waking.phone.bodies().isEmpty)
    }

    @Test("an alert is shown with the record's plain value, and the app reads what changed")
    func shown() throws {
        let cloud = try Cloud(.granted, alert)
        let outcome = try #require(try cloud.save("milk").first ?? nil)
        #expect(outcome.ending == .delivered)
        // Without the app's own words the key stands for them.
        #expect(try cloud.phone.bodies().count == 1)
        #expect(outcome.content?.userInfo["ck"] != nil)
    }

    @Test("a device that is off or out of the network gets the newest of an app when it is back")
    func unreachable() throws {
        let cloud = try Cloud(.granted, alert)
        cloud.pushes.setReachable(false, cloud.token)
        #expect(try cloud.save("a") == [nil])
        #expect(try cloud.save("b") == [nil])
        #expect(try cloud.phone.bodies().isEmpty)
        cloud.pushes.setReachable(true, cloud.token)
        #expect(try cloud.deliver().map { $0?.ending } == [.delivered])
        #expect(try cloud.phone.bodies().count == 1)
        try cloud.phone.enter(.off)
        #expect(try cloud.save("c") == [nil])
        // Nothing is lost by a push that is: the token tells of all.
        let changes = try cloud.database.changes(in: RecordZoneID("notes"))
        #expect(changes.changed.map(\.id.name) == ["first", "a", "b", "c"])
    }

    @Test("a push that comes twice, as after a crash of the service, is there once")
    func twice() throws {
        struct Crash: Error {}
        let cloud = try Cloud(.granted, alert)
        try cloud.elsewhere.save(Record.named("a"))
        var first: RecordPush?
        #expect(throws: Crash.self) {
            try cloud.service.deliverPushes(of: Cloud.key) { push in
                first = push
                throw Crash()
            }
        }
        let push = try #require(first)
        let payload = try RemotePayload(
            reading: push.payload,
            RemotePayload.Headers(collapseID: push.identifier)
        )
        _ = try cloud.phone.notifications.receive(payload, for: cloud.phone.mail) { _ in nil }
        #expect(try cloud.deliver().map { $0?.ending } == [.delivered])
        #expect(try cloud.phone.bodies().count == 1)
    }

    @Test("an app that is no longer there, and a token that nobody has, get nothing")
    func gone() throws {
        let cloud = try Cloud(.granted, alert)
        try cloud.phone.device.identifiers().applications.uninstall(cloud.phone.mail)
        #expect(try cloud.save("a").map { $0?.ending } == [.notInstalled])
        try cloud.database.save(Record.named("b"))
        let deliveries = try cloud.pushes.deliver(from: cloud.service, Cloud.key)
        #expect(deliveries.map(\.token) == [[2]])
        #expect(deliveries.map { $0.outcome == nil } == [true])
    }
}

extension Record {
    fileprivate static func named(_ name: String) -> Record {
        var record = Record("Note", RecordID(name, in: RecordZoneID("notes")))
        record["title"] = .string(name)
        return record
    }
}
