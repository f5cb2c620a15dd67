import CloudRecords
import ProtectionModel
import Testing

@Suite("containers, users and accounts (rows R-1 to R-7)", .everyEngine)
struct AccountRows {
    @Test("R-1: a user's id is another in each container, and stays")
    func ids() throws {
        let trial = try CloudTrial()
        let id = try trial.container().userID()
        #expect(try trial.container().userID() == id)
        #expect(try trial.container(of: .bob).userID() != id)
        let other = ContainerKey("iCloud.com.example.other", .development)
        #expect(try trial.container(of: .ada, other).userID() != id)
        let restored = try CloudTrial(engine: trial.engine.backup().restored())
        #expect(try restored.container().userID() == id)
    }

    @Test("R-2: containers share nothing, nor do the environments of one")
    func containers() throws {
        let trial = try CloudTrial()
        try trial.database().save(Record("Note", RecordID("a")))
        for key in [CloudTrial.shop, ContainerKey("iCloud.com.example.other", .development)] {
            let database = try trial.container(of: .ada, key).database(.private)
            #expect(refusal { try database.record(RecordID("a")) } == .notFound)
        }
    }

    @Test("R-3: what is private is one user's alone")
    func privacy() throws {
        let trial = try CloudTrial()
        try trial.promote("RECORD TYPE Note (\"___recordID\" REFERENCE QUERYABLE);")
        try trial.notes().save(.note("a"))
        let other = try trial.database(of: .bob)
        #expect(refusal { try other.record(.note("a")) } == .zoneNotFound)
        #expect(try other.find(RecordQuery("Note", .always)).records.isEmpty)
        #expect(try trial.notes().find(RecordQuery("Note", .always)).records.count == 1)
    }

    @Test("R-4: what is public is everybody's")
    func world() throws {
        let trial = try CloudTrial()
        try trial.world(.ada).save(Record("Note", RecordID("a"), ["n": .integer(1)]))
        #expect(try trial.world(.bob).record(RecordID("a"))["n"] == .integer(1))
    }

    @Test("R-5: who is not signed in reads what is public, and does nothing else")
    func nobody() throws {
        let trial = try CloudTrial()
        try trial.world(.ada).save(Record("Note", RecordID("a")))
        let world = try trial.world(nil)
        #expect(try world.record(RecordID("a")).type == "Note")
        #expect(refusal { try world.save(Record("Note", RecordID("b"))) } == .notAuthenticated)
        for scope in [DatabaseScope.private, .shared] {
            let database = try trial.container(of: nil).database(scope)
            #expect(refusal { try database.record(RecordID("a")) } == .notAuthenticated)
            #expect(
                refusal { try database.save(Record("Note", RecordID("b"))) } == .notAuthenticated
            )
            #expect(refusal { try database.zones() } == .notAuthenticated)
        }
        #expect(refusal { try trial.container(of: nil).userID() } == .notAuthenticated)
    }

    @Test(
        "R-6: an account that cannot be used refuses saves with the reason, and keeps none for later",
        arguments: [
            (AccountStatus.unavailable, "temporarily unavailable"),
            (.restricted, "may not be used"),
            (.none, "nobody"),
        ]
    )
    func unavailable(_ status: AccountStatus, _ reason: String) throws {
        let trial = try CloudTrial()
        let account = CloudAccount(.ada)
        let container = try trial.device(account).container
        let database = container.database(.private)
        try database.makeZone(.notes)
        account.status = status
        #expect(container.accountStatus == status)
        let error = try #require(throws: ProtectionError.self) { try database.save(.note("a")) }
        #expect(error.code == .notAuthenticated)
        #expect(error.message.contains(reason))
        account.status = .available
        #expect(refusal { try database.record(.note("a")) } == .notFound)
    }

    @Test("R-7: what is saved without a network is nowhere")
    func noNetwork() throws {
        let trial = try CloudTrial()
        let (container, faults) = try trial.device()
        let database = container.database(.private)
        try database.makeZone(.notes)
        faults.failNext(.networkUnavailable)
        #expect(refusal { try database.save(.note("a")) } == .networkUnavailable)
        #expect(refusal { try trial.notes().record(.note("a")) } == .notFound)
        #expect(!trial.engine.backup().text.contains("title"))
    }

    @Test("the shared database has no zones as long as nobody shares")
    func shared() throws {
        let trial = try CloudTrial()
        let database = try trial.container().database(.shared)
        #expect(try database.zones().isEmpty)
        #expect(refusal { try database.save(Record("Note", RecordID("a"))) } == .zoneNotFound)
        #expect(refusal { try database.makeZone(.notes) } == .invalidArgument)
    }
}
