import CloudRecords
import ProtectionModel
import Testing

@Suite("users, roles and quotas (rows R-48, R-49, R-68, R-81 to R-88)", .everyEngine)
struct UserRows {
    @Test("R-68: records of users are not searched, and given by their ids")
    func userRecords() throws {
        let trial = try CloudTrial()
        let id = try trial.container().userID()
        let world = try trial.world(.bob)
        #expect(try world.record(id).type == RecordSchema.userType)
        let query = RecordQuery(RecordSchema.userType, .always)
        #expect(refusal { try world.find(query) } == .invalidArgument)
        var record = try world.record(id)
        record["note"] = .string("x")
        #expect(refusal { try world.save(record) } == .permissionDenied)
        #expect(refusal { try world.save(Record(RecordSchema.userType)) } == .permissionDenied)
        try trial.world(.ada).save(record)
    }

    @Test("R-81: who let others find out the name is found by id")
    func discovery() throws {
        let trial = try CloudTrial()
        let ada = try trial.container()
        let bob = try trial.container(of: .bob)
        let id = try ada.userID()
        #expect(try bob.discoverUser(id) == nil)
        #expect(try bob.discoverUser(RecordID("_unknown")) == nil)
        try ada.setDiscoverable(true)
        #expect(try bob.discoverUser(id)?.name == CloudPerson.ada.name)
        #expect(refusal { try trial.container(of: nil).discoverUser(id) } == .notAuthenticated)
    }

    @Test("R-82: an address of one who did not is answered as an unknown one")
    func address() throws {
        let trial = try CloudTrial()
        let ada = try trial.container()
        let bob = try trial.container(of: .bob)
        _ = try ada.userID()
        #expect(try bob.discoverUser(address: "ada@example.com") == nil)
        // Before, the service does not even know the address: nothing can tell by its time.
        #expect(!trial.engine.backup().text.lowercased().contains("ada@example.com"))
        try ada.setDiscoverable(true)
        #expect(try bob.discoverUser(address: "ADA@example.com")?.id == ada.userID())
    }

    @Test("R-83: of the contacts the app gets those who let others find out, and no address")
    func contacts() throws {
        let trial = try CloudTrial()
        let ada = try trial.container()
        let bob = try trial.container(of: .bob)
        _ = try trial.container(of: .eve).userID()
        try bob.setDiscoverable(true)
        #expect(try ada.discoverContacts().map(\.name) == [CloudPerson.bob.name])
        #expect(!String(reflecting: try ada.discoverContacts()).contains("@"))
    }

    @Test("R-84: who no longer does is not found from then on")
    func withdrawn() throws {
        let trial = try CloudTrial()
        let ada = try trial.container()
        let bob = try trial.container(of: .bob)
        try ada.setDiscoverable(true)
        try ada.setDiscoverable(false)
        #expect(try bob.discoverUser(ada.userID()) == nil)
        #expect(try bob.discoverUser(address: "ada@example.com") == nil)
        #expect(!trial.engine.backup().text.contains("Lovelace"))
    }

    @Test("R-85: with a quota used up nothing is saved, and everything read and removed")
    func quota() throws {
        let trial = try CloudTrial {
            $0.privateByteCount = 3_000
            $0.publicByteCount = 4_000
        }
        for database in [try trial.notes(), try trial.world(.ada)] {
            let zone: RecordZoneID = database.scope == .public ? .standard : .notes
            let id = { RecordID($0, in: zone) }
            let kilobyte = ["x": RecordValue.bytes([UInt8](repeating: 1, count: 1_000))]
            let asset = try trial.asset(1, byteCount: 1_000, in: database.scope)
            try database.save(Record("Note", id("a"), kilobyte))
            var small = try database.save(Record("Asset", id("b"), ["y": .asset(asset)]))
            var more = ["c", "d", "e"].map { Record("Note", id($0), kilobyte) }
            if database.scope == .private { more.removeFirst() }
            let codes = try database.change(saving: more, isAtomic: false).map(\.code)
            #expect(codes.last == .quotaExceeded)
            #expect(try database.record(id("a")).fields == kilobyte)
            small["y"] = nil
            try database.save(small)
            try database.remove(id("a"))
            try database.save(more[more.count - 1])
        }
    }

    @Test("R-85: what became too much under a smaller quota can shrink, and not grow")
    func smallerQuota() throws {
        let large = try CloudTrial()
        let bytes = { RecordValue.bytes([UInt8](repeating: 1, count: $0)) }
        try large.notes().save(Record("Note", .note("a"), ["x": bytes(2_000), "y": bytes(2_000)]))
        let small = try CloudTrial(engine: large.engine) { $0.privateByteCount = 1_000 }
        let database = try small.notes()
        var record = try database.record(.note("a"))
        record["z"] = .integer(1)
        #expect(refusal { try database.save(record) } == .quotaExceeded)
        record["x"] = nil
        try database.save(record)
        #expect(refusal { try database.save(.note("b")) } == .quotaExceeded)
        try database.remove(.note("a"))
        try database.save(.note("b"))
    }

    @Test("R-87: strangers read, users create, and creators alone change")
    func roles() throws {
        let trial = try CloudTrial()
        let id = RecordID("a")
        let record = try trial.world(.ada).save(Record("Note", id, ["n": .integer(1)]))
        #expect(try trial.world(nil).record(id) == record)
        try trial.world(.bob).save(Record("Note", RecordID("b")))
        var changed = record
        changed["n"] = .integer(2)
        for policy in SavePolicy.allCases {
            #expect(refusal { try trial.world(.bob).save(changed, policy) } == .permissionDenied)
        }
        #expect(refusal { try trial.world(.bob).remove(id) } == .permissionDenied)
        try trial.world(.ada).save(changed)
        try trial.world(.ada).remove(id)
    }

    @Test("R-87: the schema's grants say it, also of the container's own roles and of queries")
    func grants() throws {
        let trial = try CloudTrial()
        try trial.promote(
            """
            CREATE ROLE Editor;
            RECORD TYPE Note (
                "___recordID" REFERENCE QUERYABLE,
                GRANT CREATE TO "_icloud", GRANT READ, WRITE TO "_creator",
                GRANT READ, WRITE TO Editor
            );
            RECORD TYPE Closed (GRANT READ TO "_world");
            """
        )
        let id = RecordID("a")
        try trial.world(.ada).save(Record("Note", id))
        try trial.world(.bob).save(Record("Note", RecordID("b")))
        let query = RecordQuery("Note", .always)
        #expect(try trial.world(.bob).find(query).records.map(\.id.name) == ["b"])
        #expect(try trial.world(nil).find(query).records.isEmpty)
        #expect(refusal { try trial.world(nil).record(id) } == .permissionDenied)
        #expect(refusal { try trial.world(.bob).remove(id) } == .permissionDenied)
        try trial.service.assign(roles: ["Editor"], to: "bob@cloud", in: CloudTrial.notes)
        #expect(try trial.world(.bob).find(query).records.count == 2)
        try trial.world(.bob).remove(id)
        let closed = Record("Closed", RecordID("c"))
        #expect(refusal { try trial.world(.ada).save(closed) } == .permissionDenied)
        // In private nobody is asked.
        try trial.database().save(closed)
    }

    @Test("R-48, R-49: a zone that the user or a reset of keys took away says so")
    func lostZones() throws {
        let trial = try CloudTrial()
        let database = try trial.notes()
        try database.save(.note("a"))
        try database.save(Record("Note", RecordID("a")))
        let lose = [
            (trial.service.removeData, ErrorCode.userDeletedZone),
            (trial.service.resetKeys, ErrorCode.encryptedDataReset),
        ]
        for (lose, code) in lose {
            try lose("ada@cloud", CloudTrial.notes)
            #expect(refusal { try database.record(.note("a")) } == code)
            #expect(refusal { try database.changes(in: .notes) } == code)
            #expect(try database.change(saving: [.note("b")]).map(\.code) == [code])
            #expect(refusal { try database.record(RecordID("a")) } == .notFound)
            try database.makeZone(.notes)
            #expect(refusal { try database.record(.note("a")) } == .notFound)
            try database.save(.note("a"))
        }
    }

    @Test("R-88: of a user who is erased nothing stays, and of others everything")
    func erased() throws {
        let trial = try CloudTrial()
        try trial.promote(
            """
            RECORD TYPE Note (title STRING, GRANT READ, WRITE, CREATE TO "_icloud");
            RECORD TYPE Link (owners LIST<REFERENCE>, n INT64, GRANT READ, WRITE, CREATE TO "_icloud");
            """
        )
        let ada = try trial.container()
        let id = try ada.userID()
        try ada.setDiscoverable(true)
        try trial.notes().change(saving: [.note("private")], token: [1]).check()
        let world = try trial.world(.ada)
        try world.save(Record("Note", RecordID("hers"), ["title": .string("Ada's secret")]))
        let bob = try trial.world(.bob)
        let owners: [RecordValue] = try [id, trial.container(of: .bob).userID()].map {
            .reference(RecordReference($0))
        }
        let fields: [String: RecordValue] = ["n": .integer(1), "owners": .list(owners)]
        try bob.save(Record("Link", RecordID("his"), fields))
        var his = try world.record(RecordID("his"))
        his["n"] = .integer(2)
        try world.save(his)

        try trial.service.eraseUser("ada@cloud", in: CloudTrial.notes)
        let text = trial.engine.backup().text
        for trace in [id.name, "ada@cloud", "Ada's secret", "Lovelace", "private"] {
            let isLeft = text.contains(trace)
            #expect(!isLeft, "\(trace)")
        }
        #expect(refusal { try bob.record(RecordID("hers")) } == .notFound)
        #expect(refusal { try bob.record(id) } == .notFound)
        let left = try bob.record(RecordID("his"))
        #expect(left.fields == ["n": .integer(2), "owners": .list([owners[1]])])
        #expect(left.metadata?.changeTag != his.metadata?.changeTag)
        #expect(try trial.container().userID() != id)
        #expect(try trial.database().zones().count == 1)
    }
}
