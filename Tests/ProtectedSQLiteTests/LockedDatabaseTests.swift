import CSQLite
import DeviceSimulation
import KeyManagement
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("SQLite: locked devices")
struct LockedDatabaseTests {
    private let scene: ServedScene
    private let query = "SELECT sum(number) FROM rows"

    init() throws {
        scene = try ServedScene()
    }

    @Test(
        "row 75: class A, locked: an open connection fails with 10, a new one with 23",
        arguments: JournalMode.allCases
    )
    func complete(_ journal: JournalMode) throws {
        let connection = try scene.makeDatabase(as: .complete, journal)
        // All pages are in SQLite's cache, so a refusal does not depend on what must be read.
        #expect(try connection.value(query) == "6")
        try scene.device.lock()
        #expect(try code { _ = try connection.value(query) } == SQLITE_IOERR)
        #expect(connection.systemNumber == 1)
        #expect(try code { try connection.run("INSERT INTO rows VALUES (4)") } == SQLITE_IOERR)
        #expect(try code { _ = try scene.open("/db/a.db") } == SQLITE_AUTH)
        #expect(scene.service.lastError?.code == .protectedDataUnavailable)
        // A new database of class A cannot be made either.
        #expect(try code { _ = try scene.open("/db/b.db") } == SQLITE_AUTH)
        #expect(try scene.names().allSatisfy { !$0.hasPrefix("b") })
        try scene.device.unlock()
        #expect(try connection.value(query) == "6")
        try connection.run("INSERT INTO rows VALUES (4)")
        #expect(try connection.value(query) == "10")
        #expect(try scene.open("/db/a.db").value("PRAGMA integrity_check") == "ok")
    }

    @Test("in the grace period all goes on")
    func grace() throws {
        let connection = try scene.makeDatabase(as: .complete, .wal)
        try scene.device.holder.lock(skippingGrace: false)
        #expect(try connection.value(query) == "6")
        scene.device.advance(by: .seconds(11))
        #expect(try code { _ = try connection.value(query) } == SQLITE_IOERR)
    }

    @Test(
        "a lock in the middle of a transaction undoes it, and nothing is damaged",
        arguments: JournalMode.durable
    )
    func transaction(_ journal: JournalMode) throws {
        let connection = try scene.makeDatabase(as: .complete, journal)
        // More pages than the cache holds: the database itself is being written already.
        try connection.run(
            """
            PRAGMA cache_size = 5; CREATE TABLE blobs (bytes BLOB);
            BEGIN; INSERT INTO rows VALUES (4); INSERT INTO blobs VALUES (randomblob(200000))
            """
        )
        try scene.device.lock()
        let failed = try code {
            try connection.run("INSERT INTO blobs VALUES (randomblob(200000)); COMMIT")
        }
        #expect(failed == SQLITE_IOERR)
        _ = try? connection.run("ROLLBACK")
        try scene.device.unlock()
        #expect(try connection.value(query) == "6")
        #expect(try connection.value("SELECT count(*) FROM blobs") == "0")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        try connection.run("INSERT INTO rows VALUES (4)")
        #expect(try scene.open("/db/a.db").value(query) == "10")
    }

    @Test(
        "a lock at any sync or change of names while SQLite commits: what it says is true",
        arguments: JournalMode.durable,
        [SystemCall.synchronize, .rename]
    )
    func duringCommit(_ journal: JournalMode, _ call: SystemCall) throws {
        var failures = 0
        var isMet = true
        for nth in 0..<40 where isMet {
            let faulty = try FaultyDevice()
            let device = faulty.device
            let scene = try ServedScene(device)
            let connection = try scene.makeDatabase(as: .complete, journal)
            var failed: Int32 = 0
            try faulty.run(nth, call, { _ = refusal { try device.lock() } }) {
                failed = try code { try connection.run("INSERT INTO rows VALUES (4)") }
            }
            isMet = try device.holder.status().state == .locked
            #expect([SQLITE_OK, SQLITE_IOERR, SQLITE_AUTH].contains(failed))
            failures += failed == SQLITE_OK ? 0 : 1
            try device.unlock()
            let next = try scene.open("/db/a.db")
            #expect(try next.value(query) == (failed == SQLITE_OK ? "10" : "6"), "\(nth)")
            #expect(try next.value("PRAGMA integrity_check") == "ok")
            try connection.run("INSERT INTO rows VALUES (5)")
            #expect(try next.value(query) == (failed == SQLITE_OK ? "15" : "11"), "\(nth)")
        }
        // Where all is synced once, after all was written, nothing can fail; journals that stay come to
        // it more often.
        #expect(failures > 0 || journal == .wal || journal == .delete || call == .rename)
        #expect(!isMet)
    }

    @Test(
        "a connection that is closed while locked leaves its journal or log for the next one",
        arguments: JournalMode.durable
    )
    func closing(_ journal: JournalMode) throws {
        var connection: Connection? = try scene.makeDatabase(as: .complete, journal)
        try connection?.run("BEGIN; INSERT INTO rows VALUES (4)")
        try scene.device.lock()
        connection = nil
        #expect(try code { _ = try scene.open("/db/a.db") } == SQLITE_AUTH)
        try scene.device.unlock()
        let next = try scene.open("/db/a.db")
        #expect(try next.value(query) == "6")
        #expect(try next.value("PRAGMA integrity_check") == "ok")
    }

    @Test("class C works while locked", arguments: JournalMode.allCases)
    func untilFirstUnlock(_ journal: JournalMode) throws {
        let connection = try scene.makeDatabase(
            as: .completeUntilFirstUserAuthentication,
            journal
        )
        try scene.device.lock()
        try connection.run("INSERT INTO rows VALUES (4)")
        #expect(try scene.open("/db/a.db").value(query) == "10")
    }

    @Test("class C in a folder of class A: the sidecars fail, as on iOS")
    func sidecarOfFolder() throws {
        let files = scene.device.files
        try files.makeDirectory("/db", as: .complete)
        try files.write([], to: "/db/a.db", as: .completeUntilFirstUserAuthentication)
        let connection = try scene.open("/db/a.db")
        try connection.run("CREATE TABLE rows (number INTEGER); INSERT INTO rows VALUES (6)")
        try scene.device.lock()
        #expect(try connection.value(query) == "6")
        // The journal cannot be made.
        #expect(try code { try connection.run("INSERT INTO rows VALUES (4)") } == SQLITE_AUTH)
        #expect(try connection.value(query) == "6")
        try scene.device.unlock()
        try connection.run("INSERT INTO rows VALUES (4); PRAGMA journal_mode = wal")
        try connection.run("INSERT INTO rows VALUES (1)")
        try scene.device.lock()
        #expect(try code { _ = try scene.open("/db/a.db").value(query) } == SQLITE_AUTH)
    }

    @Test("before the first unlock only class D opens", arguments: ProtectionClass.allCases)
    func beforeFirstUnlock(_ protection: ProtectionClass) throws {
        _ = try scene.makeDatabase(as: protection, .wal)
        try scene.device.holder.reboot()
        let expected = protection == .none ? SQLITE_OK : SQLITE_AUTH
        #expect(try code { _ = try scene.open("/db/a.db") } == expected)
        try scene.device.unlock()
        #expect(try scene.open("/db/a.db").value(query) == "6")
    }

    @Test(
        "a restart ends connections; new ones work, beside the dead",
        arguments: JournalMode.durable
    )
    func restart(_ journal: JournalMode) throws {
        let dead = try scene.makeDatabase(as: .complete, journal)
        try dead.run("BEGIN IMMEDIATE; INSERT INTO rows VALUES (4)")
        try scene.device.rebootAndUnlock()
        #expect(try code { try dead.run("COMMIT") } == SQLITE_IOERR)
        let connection = try scene.open("/db/a.db")
        #expect(try connection.value(query) == "6")
        try connection.run("INSERT INTO rows VALUES (5)")
        #expect(try code { _ = try dead.value(query) } == SQLITE_IOERR)
        #expect(try connection.value(query) == "11")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("a device that is off opens nothing, and nothing is called damaged")
    func off() throws {
        let connection = try scene.makeDatabase(as: .none, .delete)
        try scene.device.holder.shutDown()
        #expect(try code { _ = try connection.value(query) } == SQLITE_IOERR)
        #expect(try code { _ = try scene.open("/db/a.db") } == SQLITE_CANTOPEN)
    }
}
