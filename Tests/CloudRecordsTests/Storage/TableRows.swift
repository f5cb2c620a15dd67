import CloudRecords
import ProtectionModel
import Synchronization
import Testing

@Suite("what engines keep and find", .everyEngine)
struct TableRows {
    private static let key = ZoneKey(DatabaseKey(scope: .private, owner: "_1"), "notes")

    private func record(_ name: String, _ serial: Int64, _ n: Int64) -> StoredRecord {
        let time = Timestamp(seconds: 1_700_000_000, nanoseconds: 5)
        return StoredRecord(
            name: name,
            type: "Note",
            serial: serial,
            tag: "t\(serial)",
            created: (time, "_1"),
            modified: (time, "_2"),
            parent: n == 0 ? nil : "r0",
            fields: ["n": .integer(n), "text": .string("Ada \(n) \u{0} end")],
            byteCount: 7
        )
    }

    @Test("what was put is given back as it was, texts with zeros and odd names, too")
    func givenBack() throws {
        let engine = try EngineUnderTest.current.make().engine
        let container = ContainerKey("it's \"a\" container", .production)
        var user = StoredUser(id: "_1", account: String(repeating: "é", count: 3_000))
        user.name = PersonName(first: "", last: "B\u{0}")
        user.addresses = ["b@x", "a@x", "b@x", String(repeating: "y", count: 5_000)]
        user.roles = ["'; DROP TABLE users; --", ""]
        let request = StoredRequest(
            digest: [0, 255],
            time: Timestamp(seconds: -5, nanoseconds: 999_999_999),
            isDone: [true, false]
        )
        var state = ZoneState(name: "notes", incarnation: .max)
        state.serial = .max
        state.condition = .keysReset
        state.earlierLoss = .removedByUser
        let records = (0..<3).map { record("r\($0)\u{0}'", Int64($0), Int64($0)) }
        try engine.write(container, locking: Self.key) { transaction in
            try transaction.put(schema: "DEFINE '\u{0}")
            try transaction.put(user)
            try transaction.put(state, of: Self.key.database)
            for record in records { try transaction.put(record, in: Self.key) }
            try transaction.put(request, token: [0], of: Self.key.database)
        }
        try engine.read(container) { (transaction) throws -> Void in
            #expect(try transaction.schema() == "DEFINE '\u{0}")
            #expect(try transaction.users() == [user])
            #expect(try transaction.user(.account(user.account)) == user)
            #expect(try transaction.user(.address(user.addresses[3])) == user)
            #expect(try transaction.user(.address("c@x")) == nil)
            #expect(try transaction.zones(of: Self.key.database) == [state])
            #expect(try transaction.changes(in: Self.key, after: -1, limit: 9) == records)
            #expect(try transaction.request([0], of: Self.key.database) == request)
            #expect(try transaction.request([], of: Self.key.database) == nil)
        }
        let other = ContainerKey(container.identifier, .development)
        #expect(try engine.read(other) { try $0.users() }.isEmpty)
    }

    @Test("subscriptions, devices and pushes are given back as they were put")
    func subscriptionsGivenBack() throws {
        let engine = try EngineUnderTest.current.make().engine
        let subscription = StoredSubscription(
            SubscriptionKey(Self.key.database, owner: "_1", id: "s\u{0}'"),
            type: nil,
            body: []
        )
        let device = StoredDevice(token: [0, 255], user: "_1\u{0}", badge: .max)
        let push = StoredPush(
            identifier: "",
            device: [0],
            subscription: subscription.key,
            time: Timestamp(seconds: -5, nanoseconds: 999_999_999),
            payload: [0]
        )
        try engine.write(CloudTrial.notes, locking: nil) { transaction in
            try transaction.put(incarnation: .max)
            try transaction.put(subscription)
            try transaction.put(device)
            try transaction.put(push)
        }
        try engine.read(CloudTrial.notes) { (transaction) throws -> Void in
            #expect(try transaction.incarnation() == .max)
            #expect(
                try transaction.subscriptions(of: "_1", to: Self.key.database) == [subscription]
            )
            let watching = try transaction.subscriptions(
                to: Self.key.database,
                watching: ["x", "y"]
            )
            #expect(watching == [subscription])
            #expect(try transaction.devices(of: "_1\u{0}") == [device])
            #expect(try transaction.device([0, 255]) == device)
            #expect(try transaction.device([0]) == nil)
            #expect(try transaction.pushes(limit: 9) == [push])
            #expect(try transaction.pushes(limit: 0).isEmpty)
        }
        #expect(try engine.read(CloudTrial.shop) { try $0.pushes(limit: 9) }.isEmpty)
    }

    @Test("names that Swift takes for equal are one name, which is given back as it was put last")
    func canonical() throws {
        let trial = try CloudTrial()
        let database = try trial.database()
        let composed = RecordZoneID("caf\u{E9}")
        let decomposed = RecordZoneID("cafe\u{301}")
        try database.makeZone(composed)
        try database.makeZone(decomposed)
        #expect(try database.zones().count == 2)
        try database.save(Record("Note", RecordID("n\u{F6}", in: composed)))
        let id = RecordID("no\u{308}", in: decomposed)
        var record = try database.record(id)
        record["link"] = .reference(RecordReference(id, action: .deleteSelf))
        try database.save(record)
        #expect(try database.changes(in: composed).changed.count == 1)
        let type = try trial.service.schema(of: CloudTrial.notes)
        #expect(type["Note"] != nil)
        try database.remove(RecordID("n\u{F6}", in: composed))
        #expect(refusal { try database.record(id) } == .notFound)
    }

    @Test("a search shows what its narrowest condition leaves, and each record once")
    func narrow() throws {
        let engine = try EngineUnderTest.current.make().engine
        try engine.write(CloudTrial.notes, locking: Self.key) { transaction in
            for number in 0..<450 {
                try transaction.put(
                    record("r\(number)", Int64(number), Int64(number)),
                    in: Self.key
                )
            }
            try transaction.drop("r5", in: Self.key)
        }
        let wanted: [(String, Int)] = [
            ("n = 7", 1), ("n = 5", 0), ("n >= 100 AND n < 110", 11),
            ("text BEGINSWITH 'Ada'", 449),
            ("text BEGINSWITH 'Ada 44'", 11), ("self CONTAINS 'Ada 17'", 449),
            ("n IN {1, 2, 5}", 2),
            ("TRUEPREDICATE", 449), ("n >= 0 AND text = 'x'", 0), ("NOT n = 1", 449),
        ]
        for (format, count) in wanted {
            let shown = Mutex<[String]>([])
            let predicate = try RecordPredicate(format: format)
            try engine.read(CloudTrial.notes) { transaction in
                try transaction.candidates(of: "Note", in: Self.key, for: predicate) { record in
                    shown.withLock { $0.append(record.name) }
                }
            }
            let names = shown.withLock { $0 }
            #expect(Set(names).count == names.count, "\(format)")
            // Memory has no index.
            if ![.memory, .repeating].contains(EngineUnderTest.current) {
                #expect(names.count == count, "\(format)")
            }
        }
    }
}
