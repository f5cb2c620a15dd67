import CSQLite
import DeviceSimulation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import Synchronization
import TestSupport
import Testing

@Suite("SQLite: several connections")
struct SharedDatabaseTests {
    private let scene: ServedScene
    private let query = "SELECT sum(number) FROM rows"

    init() throws {
        scene = try ServedScene()
    }

    @Test("with a log, readers see the old rows while one writes, and the new ones after")
    func readersBesideWriter() throws {
        let writer = try scene.makeDatabase(as: .complete, .wal)
        let reader = try Connection(scene.path("/db/a.db"), flags: SQLITE_OPEN_READONLY)
        try reader.run("BEGIN")
        #expect(try reader.value(query) == "6")
        try writer.run("BEGIN; INSERT INTO rows VALUES (4)")
        #expect(try reader.value(query) == "6")
        try writer.run("COMMIT")
        #expect(try reader.value(query) == "6")
        // A checkpoint must leave what the reader still needs.
        #expect(try writer.rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == "1")
        #expect(try reader.value(query) == "6")
        try reader.run("COMMIT")
        #expect(try reader.value(query) == "10")
        #expect(try writer.rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == "0")
        #expect(try reader.value(query) == "10")
    }

    @Test(
        "two writers: the second is told that the database is busy",
        arguments: JournalMode.durable
    )
    func writers(_ journal: JournalMode) throws {
        let first = try scene.makeDatabase(as: .complete, journal)
        let second = try scene.open("/db/a.db")
        try first.run("BEGIN IMMEDIATE")
        #expect(try code { try second.run("BEGIN IMMEDIATE") } == SQLITE_BUSY)
        try first.run("INSERT INTO rows VALUES (4); COMMIT")
        try second.run("BEGIN IMMEDIATE; INSERT INTO rows VALUES (5); COMMIT")
        #expect(try first.value(query) == "15")
    }

    @Test("with a journal, readers keep a commit waiting, and a commit keeps readers out")
    func journalLocks() throws {
        let writer = try scene.makeDatabase(as: .complete, .delete)
        let reader = try scene.open("/db/a.db")
        try reader.run("BEGIN")
        #expect(try reader.value(query) == "6")
        try writer.run("BEGIN; INSERT INTO rows VALUES (4)")
        #expect(try code { try writer.run("COMMIT") } == SQLITE_BUSY)
        // The writer is pending: no new readers.
        let late = try scene.open("/db/a.db")
        #expect(try code { _ = try late.value(query) } == SQLITE_BUSY)
        try reader.run("COMMIT")
        try writer.run("COMMIT")
        #expect(try late.value(query) == "10")
        #expect(try reader.value(query) == "10")
    }

    @Test(
        "threads write and read at once, and no row is lost",
        arguments: [JournalMode.delete, .wal]
    )
    func threads(_ journal: JournalMode) async throws {
        // Open all the while: a file that its last user is closing is busy to the next.
        let first = try scene.makeDatabase(as: .complete, journal)
        defer { withExtendedLifetime(first) {} }
        let path = scene.path("/db/a.db")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    let connection = try Connection(path)
                    try connection.run("PRAGMA busy_timeout = 60000; PRAGMA synchronous = NORMAL")
                    for number in 0..<25 {
                        try connection.run(
                            "BEGIN IMMEDIATE; INSERT INTO rows VALUES (\(task * 100 + number)); COMMIT"
                        )
                        _ = try connection.value("SELECT count(*) FROM rows")
                    }
                }
            }
            try await group.waitForAll()
        }
        let connection = try scene.open("/db/a.db")
        #expect(try connection.value("SELECT count(*) FROM rows") == "103")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("another process is told that the database is busy")
    func otherProcess() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        let other = try ServedScene.at(try scene.device.secondStore())
        let path = other.root + "/db/a.db"
        #expect(try code { _ = try Connection(path) } == SQLITE_BUSY)
        #expect(
            try code { _ = try Connection(path, flags: SQLITE_OPEN_READONLY) } == SQLITE_BUSY
        )
        #expect(try connection.value(query) == "6")
    }

    @Test(
        "two services of one device share the locks of a database",
        arguments: JournalMode.durable
    )
    func twoServices(_ journal: JournalMode) throws {
        let first = try scene.makeDatabase(as: .complete, journal)
        let other = try ServedScene.at(scene.device.files)
        let second = try Connection(other.root + "/db/a.db")
        try first.run("BEGIN IMMEDIATE; INSERT INTO rows VALUES (4)")
        #expect(try code { try second.run("BEGIN IMMEDIATE") } == SQLITE_BUSY)
        try first.run("COMMIT")
        #expect(try second.value(query) == "10")
        // The end of one leaves the other's connections alone.
        other.end()
        #expect(try code { _ = try second.value(query) } == SQLITE_IOERR)
        try first.run("INSERT INTO rows VALUES (5)")
        #expect(try scene.open("/db/a.db").value(query) == "15")
    }

    @Test("a file that takes the name of an open database has locks and a log of its own")
    func replaced() throws {
        let old = try scene.makeDatabase(as: .complete, .delete)
        try old.run("BEGIN IMMEDIATE")
        try scene.device.files.remove("/db/a.db")
        let new = try scene.open("/db/a.db")
        try new.run("CREATE TABLE rows (number INTEGER); INSERT INTO rows VALUES (1)")
        #expect(old.control(SQLITE_FCNTL_HAS_MOVED).number == 1)
        #expect(new.control(SQLITE_FCNTL_HAS_MOVED).number == 0)
        // SQLITE_READONLY_DBMOVED: its journal would be the new database's.
        #expect(try code { try old.run("INSERT INTO rows VALUES (4)") } == SQLITE_READONLY)
        #expect(try new.value(query) == "1")
    }
}
