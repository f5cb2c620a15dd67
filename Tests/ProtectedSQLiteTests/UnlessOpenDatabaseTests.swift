import CSQLite
import DeviceSimulation
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

/// An open connection of class B goes on, as long as SQLite opens no file anew: files can be made
/// while locked, and used by who made them.
@Suite("SQLite: class B")
struct UnlessOpenDatabaseTests {
    private let scene: ServedScene
    private let query = "SELECT sum(number) FROM rows"

    init() throws {
        scene = try ServedScene()
    }

    @Test(
        "an open connection reads and writes while locked where journals are made, or open already",
        arguments: [JournalMode.delete, .memory, .wal]
    )
    func goesOn(_ journal: JournalMode) throws {
        let connection = try scene.makeDatabase(as: .completeUnlessOpen, journal)
        try scene.device.lock()
        #expect(try connection.value(query) == "6")
        try connection.run("INSERT INTO rows VALUES (4)")
        try connection.run("BEGIN; INSERT INTO rows VALUES (5); ROLLBACK")
        try connection.run("INSERT INTO rows VALUES (6)")
        #expect(try connection.value(query) == "16")
        #expect(try code { _ = try scene.open("/db/a.db") } == SQLITE_AUTH)
        try scene.device.unlock()
        #expect(try scene.open("/db/a.db").value(query) == "16")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("a journal that stays between transactions would have to be opened: no writing")
    func truncatedJournal() throws {
        let connection = try scene.makeDatabase(as: .completeUnlessOpen, .truncate)
        try scene.device.lock()
        #expect(try connection.value(query) == "6")
        #expect(try code { try connection.run("INSERT INTO rows VALUES (4)") } == SQLITE_AUTH)
        try scene.device.unlock()
        try connection.run("INSERT INTO rows VALUES (4)")
        #expect(try connection.value(query) == "10")
    }

    @Test("a journal that keeps its length must be looked into: no reading either")
    func persistentJournal() throws {
        let connection = try scene.makeDatabase(as: .completeUnlessOpen, .persist)
        try scene.device.lock()
        #expect(try code { _ = try connection.value(query) } == SQLITE_AUTH)
        try scene.device.unlock()
        #expect(try connection.value(query) == "6")
    }

    @Test("a database of class B is made and filled while locked, and opens after the unlock")
    func made() throws {
        try scene.device.files.makeDirectory("/db", as: .completeUnlessOpen)
        try scene.device.lock()
        let connection = try scene.open("/db/a.db")
        try connection.run("CREATE TABLE rows (number INTEGER); INSERT INTO rows VALUES (6)")
        #expect(try connection.value(query) == "6")
        #expect(try code { _ = try scene.open("/db/a.db") } == SQLITE_AUTH)
        try scene.device.unlock()
        #expect(try scene.open("/db/a.db").value(query) == "6")
    }

    @Test("a transaction that was cut off by a power loss is undone only after an unlock")
    func hotJournal() throws {
        var connection: Connection? = try scene.makeDatabase(as: .completeUnlessOpen, .delete)
        try connection?.run(
            """
            PRAGMA journal_mode = truncate; INSERT INTO rows VALUES (0);
            PRAGMA cache_size = 5; CREATE TABLE blobs (bytes BLOB);
            BEGIN; INSERT INTO rows VALUES (4); INSERT INTO blobs VALUES (randomblob(200000))
            """
        )
        try scene.device.crash(.keepAll)
        connection = nil
        #expect(try code { _ = try scene.open("/db/a.db") } == SQLITE_AUTH)
        try scene.device.unlock()
        #expect(try scene.names().contains("a.db-journal"))
        let next = try scene.open("/db/a.db")
        #expect(try next.value(query) == "6")
        #expect(try next.value("PRAGMA integrity_check") == "ok")
        #expect(try scene.names() == ["a.db"])
    }
}
