import CloudRecords
import ProtectedNotifications
import ProtectionTesting
import Testing

@Suite("A cloud in a test")
struct CloudTests {
    private static let zone = RecordZoneID("notes")
    private static let bob = CloudPerson(
        account: "bob@example.com",
        name: PersonName(first: "Bob", last: "Byte")
    )

    private func database(_ cloud: TestCloud, _ device: TestDevice? = nil) throws -> RecordDatabase
    {
        try cloud.client(on: device ?? cloud.device).database(.private)
    }

    private func save(_ text: String, in cloud: TestCloud) throws -> Record {
        let database = try database(cloud)
        try database.makeZone(Self.zone)
        var record = Record("Note", RecordID("a", in: Self.zone))
        record["text"] = .string(text)
        return try database.save(record)
    }

    @Test("two devices of a user share a cloud, and a second user has one of its own")
    func devices() throws {
        var options = TestCloud.Options()
        options.deviceCount = 2
        let cloud = try TestCloud(options)
        let note = try save("milk", in: cloud)
        #expect(cloud.circle != nil)
        #expect(try database(cloud, cloud.devices[1]).record(note.id)["text"] == .string("milk"))
        let other = try cloud.addDevice(of: Self.bob)
        #expect(throws: ProtectionError(.zoneNotFound, "")) {
            try database(cloud, other).record(note.id)
        }
        #expect(try cloud.client(on: other).userID() != cloud.client(on: cloud.device).userID())
    }

    @Test("a device that registered is told what another changed, and not of its own changes")
    func pushes() throws {
        var options = TestCloud.Options()
        options.deviceCount = 2
        let cloud = try TestCloud(options)
        let phone = try cloud.client(on: cloud.device)
        try phone.registerForPushes()
        try phone.database(.private).makeZone(Self.zone)
        let subscription = RecordSubscription("changes", to: .zone(Self.zone, type: nil))
        try phone.database(.private).save(subscription)
        _ = try save("milk", in: cloud)
        #expect(try cloud.takePushes().isEmpty)
        let tablet = try database(cloud, cloud.devices[1])
        try tablet.remove(RecordID("a", in: Self.zone))
        let push = try #require(try cloud.takePushes().first)
        #expect(push.device === cloud.device)
        #expect(push.notification.subject == .zone(Self.zone))
        #expect(push.notification.subscription == "changes")
        let payload = try RemotePayload(reading: push.payload, RemotePayload.Headers(.background))
        #expect(payload.wakesApp && !payload.hasAlert)
        #expect(try cloud.takePushes().isEmpty)
    }

    @Test("what the operator has of a record is what was saved, until it is removed")
    func operatorSide() throws {
        let cloud = try TestCloud()
        let note = try save("milk", in: cloud)
        let known = try #require(cloud.serverSide("Note", "a", in: Self.zone))
        #expect(known.fields == ["text": .string("milk")])
        #expect(known.database == .private && known.id == note.id)
        #expect(cloud.places(of: "milk") == ["Note/notes/a.text"])
        try database(cloud).remove(note.id)
        #expect(cloud.serverSide("Note", "a")?.isRemoved == true)
        #expect(cloud.serverRecords.filter { $0.type == "Note" }.map(\.fields) == [[:]])
    }

    @Test("a busy cloud is free again when the devices' clock says so")
    func busy() throws {
        let cloud = try TestCloud()
        let note = try save("milk", in: cloud)
        cloud.failNext(.zoneBusy, call: .fetch, retryAfter: .seconds(3))
        let database = try database(cloud)
        for (wait, rest) in [(Duration.zero, 3.0), (.seconds(2), 1)] {
            cloud.advance(by: wait)
            do {
                _ = try database.record(note.id)
                Issue.record("it is busy")
            } catch {
                #expect(error.code == .zoneBusy)
                #expect(error.retryAfter == .seconds(rest))
            }
        }
        cloud.advance(by: .seconds(1))
        #expect(try database.record(note.id) == note)
        #expect(cloud.requests.suffix(3) == [.fetch, .fetch, .fetch])
    }

    @Test("a busy cloud is free again by the machine's clock, too, where it follows that")
    func followsMachine() throws {
        var options = TestCloud.Options()
        options.followsMachine = true
        let cloud = try TestCloud(options)
        let note = try save("milk", in: cloud)
        cloud.failNext(.zoneBusy, retryAfter: .nanoseconds(1))
        let database = try database(cloud)
        #expect(throws: ProtectionError(.zoneBusy, "")) { try database.record(note.id) }
        while (try? database.record(note.id)) == nil {}
    }

    @Test("a lost answer is that of something that was done")
    func lostAnswer() throws {
        let cloud = try TestCloud()
        cloud.loseNextAnswer(call: .change)
        #expect(throws: ProtectionError(.networkUnavailable, "")) { try save("milk", in: cloud) }
        #expect(cloud.serverSide("Note", "a")?.fields["text"] == .string("milk"))
    }

    @Test("the user signs out, has to sign in again, removes the app's data and resets the keys")
    func user() throws {
        let cloud = try TestCloud()
        let note = try save("milk", in: cloud)
        let database = try database(cloud)
        cloud.account(on: cloud.device).status = .unavailable
        #expect(throws: ProtectionError(.notAuthenticated, "")) { try database.record(note.id) }
        cloud.account(on: cloud.device).signIn(TestCloud.user)
        #expect(try database.record(note.id) == note)
        try cloud.removeData()
        #expect(throws: ProtectionError(.userDeletedZone, "")) { try database.record(note.id) }
        try database.makeZone(Self.zone)
        try cloud.resetKeys()
        #expect(throws: ProtectionError(.encryptedDataReset, "")) { try database.record(note.id) }
    }

    @Test("quotas and a schema come with the options, and tokens expire")
    func options() throws {
        var options = TestCloud.Options()
        options.limits.privateByteCount = 40
        options.container = ContainerKey("iCloud.com.example.notes", .production)
        options.schema = try RecordSchema(
            Array("DEFINE SCHEMA RECORD TYPE Note (text STRING);".utf8)
        )
        let cloud = try TestCloud(options)
        _ = try save("milk", in: cloud)
        let token = try database(cloud).changes(in: Self.zone).token
        var large = Record("Note", RecordID("b", in: Self.zone))
        large["text"] = .string(String(repeating: "milk", count: 20))
        #expect(throws: ProtectionError(.quotaExceeded, "")) { try database(cloud).save(large) }
        let unknown = Record("Other", RecordID("b", in: Self.zone))
        #expect(throws: ProtectionError(.invalidArgument, "")) { try database(cloud).save(unknown) }
        try cloud.expireTokens()
        #expect(throws: ProtectionError(.changeTokenExpired, "")) {
            try database(cloud).changes(in: Self.zone, since: token)
        }
    }
}
