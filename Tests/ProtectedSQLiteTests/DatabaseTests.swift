import CSQLite
import DeviceSimulation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("SQLite: databases on a device")
struct DatabaseTests {
    private let scene: ServedScene

    init() throws {
        scene = try ServedScene()
    }

    @Test("a database is made, filled, closed and read again", arguments: JournalMode.allCases)
    func basics(_ journal: JournalMode) throws {
        var connection: Connection? = try scene.makeDatabase(as: .complete, journal)
        #expect(try connection?.value("SELECT sum(number) FROM rows") == "6")
        #expect(try connection?.value("PRAGMA journal_mode") == journal.rawValue)
        #expect(connection?.fileSystemName == DatabaseService.fileSystemName)
        connection = nil
        let again = try scene.open("/db/a.db")
        #expect(try again.value("SELECT sum(number) FROM rows") == "6")
        #expect(try again.value("PRAGMA integrity_check") == "ok")
    }

    @Test("what is on the device is a SQLite database, and none of it is on the host")
    func content() throws {
        let connection = try scene.open("/a.db")
        try connection.run("CREATE TABLE rows (text TEXT); INSERT INTO rows VALUES ('findme')")
        let bytes = try scene.device.files.read("/a.db")
        #expect(bytes.starts(with: "SQLite format 3".utf8))
        #expect(bytes.count.isMultiple(of: 4_096))
        let host = scene.device.host
        for name in try host.names() {
            let path = "\(HostFiles.tree)/\(name)"
            guard let sealed = try? host.bytes(path) else { continue }
            #expect(!sealed.contains("findme".utf8))
            #expect(!sealed.contains("SQLite format".utf8))
        }
    }

    @Test("sidecar files take the class of the folder, the database keeps its own")
    func sidecars() throws {
        let files = scene.device.files
        try files.makeDirectory("/db", as: ProtectionClass.none)
        try files.write([], to: "/db/a.db", as: .complete)
        let connection = try scene.open("/db/a.db")
        try connection.run(
            """
            BEGIN; CREATE TABLE rows (number INTEGER); COMMIT;
            PRAGMA journal_mode = truncate; INSERT INTO rows VALUES (1)
            """
        )
        #expect(try files.metadata(of: "/db/a.db-journal").protection == ProtectionClass.none)
        try connection.run("PRAGMA journal_mode = wal; INSERT INTO rows VALUES (1)")
        #expect(try files.metadata(of: "/db/a.db-wal").protection == ProtectionClass.none)
        #expect(try files.metadata(of: "/db/a.db").protection == .complete)
        #expect(try scene.names() == ["a.db", "a.db-wal"])
    }

    @Test("the last connection takes the log with it, unless it is to stay")
    func persistentLog() throws {
        var connection: Connection? = try scene.makeDatabase(as: .complete, .wal)
        connection = nil
        #expect(try scene.names() == ["a.db"])
        connection = try scene.open("/db/a.db")
        #expect(connection?.control(SQLITE_FCNTL_PERSIST_WAL, 1).number == 1)
        #expect(connection?.control(SQLITE_FCNTL_PERSIST_WAL).number == 1)
        try connection?.run("INSERT INTO rows VALUES (4)")
        connection = nil
        #expect(try scene.names() == ["a.db", "a.db-wal"])
        #expect(try scene.open("/db/a.db").value("SELECT max(number) FROM rows") == "4")
    }

    @Test("blobs of megabytes, VACUUM and smaller files", arguments: JournalMode.allCases)
    func largeContent(_ journal: JournalMode) throws {
        let connection = try scene.makeDatabase(as: .complete, journal)
        try connection.run(
            """
            CREATE TABLE blobs (bytes BLOB); INSERT INTO blobs VALUES (randomblob(600000));
            INSERT INTO blobs SELECT bytes FROM blobs; PRAGMA wal_checkpoint(TRUNCATE)
            """
        )
        #expect(try connection.value("SELECT count(DISTINCT bytes) FROM blobs") == "1")
        let large = try #require(try scene.device.files.metadata(of: "/db/a.db").size)
        #expect(large > 1_200_000)
        try connection.run("DELETE FROM blobs; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        let small = try #require(try scene.device.files.metadata(of: "/db/a.db").size)
        #expect(small < 100_000)
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("temporary tables, large sorts and savepoints leave no file behind")
    func temporary() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(
            """
            PRAGMA temp_store = FILE; PRAGMA cache_size = 10;
            CREATE TEMP TABLE many AS WITH RECURSIVE n(i) AS
              (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
              SELECT i, randomblob(100) AS b FROM n;
            BEGIN; INSERT INTO rows SELECT i FROM many; SAVEPOINT s;
            UPDATE rows SET number = number + 1; ROLLBACK TO s; COMMIT
            """
        )
        #expect(try connection.rows("SELECT i FROM many ORDER BY b").count == 20_000)
        #expect(try connection.value("SELECT count(*) FROM rows") == "20003")
        #expect(try scene.names() == ["a.db"])
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("one transaction over two databases of a device")
    func attached() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(
            """
            ATTACH '\(scene.path("/db/b.db"))' AS other; CREATE TABLE other.rows (number INTEGER);
            BEGIN; INSERT INTO rows VALUES (4); INSERT INTO other.rows VALUES (4); COMMIT
            """
        )
        #expect(try connection.value("SELECT count(*) FROM other.rows") == "1")
        #expect(try scene.names() == ["a.db", "b.db"])
    }

    @Test(
        "a full disk is SQLITE_FULL, and the database is as it was",
        arguments: JournalMode.durable
    )
    func full(_ journal: JournalMode) throws {
        let faulty = try FaultyDevice()
        let scene = try ServedScene(faulty.device)
        let connection = try scene.makeDatabase(as: .complete, journal)
        let full = (0..<400).map { (FaultPlan.Place.nth($0, .write), FaultPlan.Fault.diskFull) }
        faulty.run(FaultPlan(Dictionary(uniqueKeysWithValues: full))) {
            let failure = #expect(throws: SQLiteFailure.self) {
                try connection.run("INSERT INTO rows VALUES (4)")
            }
            #expect(failure?.code == SQLITE_FULL)
            #expect(scene.service.lastError?.code == .noSpace)
        }
        #expect(try connection.value("SELECT count(*) FROM rows") == "3")
        try connection.run("INSERT INTO rows VALUES (4)")
        #expect(try connection.value("SELECT count(*) FROM rows") == "4")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("a disk that fails is an input-output error", arguments: JournalMode.durable)
    func failing(_ journal: JournalMode) throws {
        let faulty = try FaultyDevice()
        let scene = try ServedScene(faulty.device)
        let connection = try scene.makeDatabase(as: .complete, journal)
        let failing = (0..<400).map { (FaultPlan.Place.nth($0, .write), FaultPlan.Fault.diskError) }
        try faulty.run(FaultPlan(Dictionary(uniqueKeysWithValues: failing))) {
            let failed = try code { try connection.run("INSERT INTO rows VALUES (4)") }
            #expect([SQLITE_IOERR, SQLITE_CANTOPEN].contains(failed))
        }
        #expect(try connection.value("SELECT count(*) FROM rows") == "3")
    }

    @Test("a damaged file is SQLITE_CORRUPT, never locked and never an error that passes")
    func damaged() throws {
        var connection: Connection? = try scene.open("/a.db")
        try connection?.run("CREATE TABLE rows (number INTEGER); INSERT INTO rows VALUES (1)")
        connection = nil
        let host = scene.device.host
        let name = try #require(try host.names().first { !$0.hasPrefix(".") })
        let path = "\(HostFiles.tree)/\(name)"
        let count = try host.bytes(path).count
        try host.flip(bit: (count - 100) * 8, of: path)
        let code = try code { _ = try scene.open("/a.db").rows("SELECT * FROM rows") }
        #expect(code == SQLITE_CORRUPT)
        #expect(scene.service.lastError?.code == .authenticationFailure)
    }
}
