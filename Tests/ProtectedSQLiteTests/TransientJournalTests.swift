import CSQLite
import DeviceSimulation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

/// The journal of a transaction lies in memory, and comes to the disk only where it has to.
@Suite("SQLite: journals that are not on the disk")
struct TransientJournalTests {
    private let scene: ServedScene
    private let query = ServedScene.query
    private let large = ServedScene.large

    init() throws {
        scene = try ServedScene()
    }

    @Test("a transaction leaves no journal on the disk, and can be undone")
    func undone() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(large)
        #expect(try scene.names() == ["a.db"])
        #expect(try connection.value(query) == "9")
        try connection.run("ROLLBACK")
        #expect(try connection.value(query) == "6")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        #expect(try scene.open("/db/a.db").value(query) == "6")
    }

    @Test("a lock leaves it where it is, and what fails then was never there")
    func lock() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(large)
        try scene.device.lock()
        #expect(try scene.names() == ["a.db"])
        #expect(try code { try connection.run("COMMIT") } == SQLITE_IOERR)
        try scene.device.unlock()
        #expect(try scene.open("/db/a.db").value(query) == "6")
        #expect(try scene.names() == ["a.db"])
    }

    @Test("a transaction goes on after a lock in which it did nothing")
    func resumed() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(large)
        try scene.device.lock()
        try scene.device.unlock()
        try connection.run("INSERT INTO rows VALUES (1); COMMIT")
        #expect(try connection.value(query) == "10")
        try scene.device.crash()
        try scene.device.unlock()
        let next = try scene.open("/db/a.db")
        #expect(try next.value(query) == "10")
        #expect(try next.value("PRAGMA integrity_check") == "ok")
    }

    @Test("a power loss in the lock takes what was written")
    func lockAndPowerLoss() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(large)
        try scene.device.lock()
        try scene.device.crash()
        try scene.device.unlock()
        let next = try scene.open("/db/a.db")
        #expect(try next.value(query) == "6")
        #expect(try next.value("PRAGMA integrity_check") == "ok")
    }

    @Test("a journal that grows too large for memory comes to the disk, and undoes all the same")
    func tooLarge() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(
            """
            CREATE TABLE pages (number INTEGER, bytes BLOB);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1600)
              INSERT INTO pages SELECT i, zeroblob(3000) FROM n;
            PRAGMA cache_size = 5; BEGIN; UPDATE pages SET number = 0
            """
        )
        #expect(try scene.names() == ["a.db", "a.db-journal"])
        try scene.device.lock()
        try scene.device.unlock()
        try connection.run("ROLLBACK")
        #expect(try connection.value("SELECT sum(number) FROM pages") == "1280800")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        #expect(try scene.names() == ["a.db"])
    }

    @Test("without syncs a transaction that is over survives the end of the process")
    func withoutSyncs() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run("PRAGMA synchronous = OFF; INSERT INTO rows VALUES (4)")
        try scene.device.crash(.keepAll)
        try scene.device.unlock()
        #expect(try scene.open("/db/a.db").value(query) == "10")
    }

    @Test("what the end of the process cuts off is not there", arguments: [true, false])
    func cutOff(_ isClosed: Bool) throws {
        var connection: Connection? = try scene.makeDatabase(as: .complete, .delete)
        try connection?.run(large)
        if isClosed {
            // SQLite undoes what is open.
            connection = nil
        }
        try scene.device.crash(.keepAll)
        try scene.device.unlock()
        #expect(try scene.names() == ["a.db"])
        let next = try scene.open("/db/a.db")
        #expect(try next.value(query) == "6")
        #expect(try next.value("PRAGMA integrity_check") == "ok")
    }

    @Test("a journal that the app puts there is seen at once")
    func foreign() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        #expect(try connection.value(query) == "6")
        try scene.device.files.write(Array("no journal".utf8), to: "/db/a.db-journal")
        #expect(try connection.value(query) == "6")
        // SQLite looked into it, and took it away.
        #expect(try scene.names() == ["a.db"])
    }

    @Test("a folder under another name is another folder, whatever was seen before")
    func movedFolder() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        #expect(try connection.value(query) == "6")
        try scene.device.files.rename("/db", to: "/old")
        #expect(try code { try connection.run("INSERT INTO rows VALUES (4)") } == SQLITE_READONLY)
        #expect(try scene.open("/old/a.db").value(query) == "6")
    }

    @Test("journals that are to stay are there", arguments: [JournalMode.truncate, .persist])
    func staying(_ journal: JournalMode) throws {
        let connection = try scene.makeDatabase(as: .complete, journal)
        #expect(try scene.names() == ["a.db", "a.db-journal"])
        try connection.run("INSERT INTO rows VALUES (4)")
        #expect(try scene.open("/db/a.db").value(query) == "10")
    }

    @Test("one transaction over two databases: at every moment both have it, or none")
    func twoDatabases() throws {
        let faulty = try FaultyDevice()
        let scene = try ServedScene(faulty.device)
        let root = scene.service.root
        var connection: Connection? = try scene.makeDatabase(as: .complete, .delete)
        try connection?.run(
            """
            ATTACH '\(scene.path("/db/b.db"))' AS other; CREATE TABLE other.others (number INTEGER);
            INSERT INTO other.others VALUES (1)
            """
        )
        let moments = try faulty.snapshots {
            try connection?.run(
                "BEGIN; INSERT INTO rows VALUES (4); INSERT INTO others VALUES (4); COMMIT"
            )
        }
        connection = nil
        scene.service.end()
        var outcomes: Set<String> = []
        for (index, moment) in moments.enumerated()
        where isExhaustive || index.isMultiple(of: 5) || index > moments.count - 4 {
            for choice in moment.enumerateCrashStates(
                limit: isExhaustive ? 3 : 2,
                seed: UInt64(index)
            ) {
                let device = try RestartedDevice(on: moment.crash(choice))
                try device.unlock()
                // The same root: the journals have the path of the super-journal.
                let service = try DatabaseService(device.files, at: root)
                defer { service.end() }
                let first = try Connection(root + "/db/a.db").value(query) ?? ""
                let second = try Connection(root + "/db/b.db")
                    .value("SELECT sum(number) FROM others")
                outcomes.insert(first + " " + (second ?? ""))
            }
        }
        #expect(outcomes.isSubset(of: ["6 1", "10 5"]), "\(outcomes)")
        #expect(outcomes.count == 2)
    }
}
