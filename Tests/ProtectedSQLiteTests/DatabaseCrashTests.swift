import DeviceSimulation
import ProtectedSQLite
import ProtectionModel
import SimulatedDisk
import SystemIO
import TestSupport
import Testing

@Suite("SQLite: crash")
struct DatabaseCrashTests {
    private let query = "SELECT sum(number) FROM rows"

    @Test(
        "what was committed survives a power loss, what was not does not show",
        arguments: JournalMode.durable
    )
    func powerLoss(_ journal: JournalMode) throws {
        let scene = try ServedScene()
        let dead = try scene.makeDatabase(as: .complete, journal)
        try dead.run(
            """
            PRAGMA cache_size = 5; CREATE TABLE blobs (bytes BLOB); INSERT INTO rows VALUES (4);
            BEGIN; INSERT INTO rows VALUES (5); INSERT INTO blobs VALUES (randomblob(200000))
            """
        )
        try scene.device.crash()
        try scene.device.unlock()
        let connection = try scene.open("/db/a.db")
        #expect(try connection.value(query) == "10")
        #expect(try connection.value("SELECT count(*) FROM blobs") == "0")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        try connection.run("INSERT INTO rows VALUES (5)")
        #expect(try connection.value(query) == "15")
        #expect(try code { try dead.run("COMMIT") } != 0)
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    private let transaction = """
        BEGIN; INSERT INTO rows VALUES (4); INSERT INTO pairs VALUES (1, randomblob(30000));
        SAVEPOINT inner; DELETE FROM pairs; ROLLBACK TO inner;
        COMMIT; PRAGMA wal_checkpoint(TRUNCATE)
        """

    /// How often SQLite waits for the disk (sqlite.org/pragma.html#pragma_synchronous).
    enum Synchronous: String, CaseIterable {
        case off, normal, full, extra
    }

    @Test(
        "at every call to the disk, with whatever the power loss leaves: all of a transaction or none",
        arguments: zip(
            JournalMode.durable + [.delete, .delete, .delete, .wal],
            [.full, .full, .full, .full, .off, .normal, .extra, .normal] as [Synchronous]
        )
    )
    func everyMoment(_ journal: JournalMode, _ synchronous: Synchronous) throws {
        // SQLite promises no more than that for journals on the disk.
        let isSafe = journal == .delete || synchronous == .full || synchronous == .extra
        let faulty = try FaultyDevice()
        let scene = try ServedScene(faulty.device)
        let connection = try scene.makeDatabase(as: .complete, journal)
        try connection.run(
            """
            CREATE TABLE pairs (a INTEGER PRIMARY KEY, b BLOB); PRAGMA cache_size = 5;
            PRAGMA synchronous = \(synchronous.rawValue)
            """
        )
        let moments = try faulty.snapshots { try connection.run(transaction) }
        var outcomes: Set<String> = []
        // The last ones are those of the commit.
        let step = isExhaustive ? 1 : max(1, moments.count / 4)
        for (index, moment) in moments.enumerated()
        where index % step == 0 || index > moments.count - 4 {
            let choices =
                isSafe
                ? moment.enumerateCrashStates(limit: isExhaustive ? 4 : 2, seed: UInt64(index))
                : [.keepAll]
            for choice in choices {
                let outcome = try recover(moment.crash(choice))
                #expect(["6 0", "10 1"].contains(outcome), "\(index) \(choice)")
                // What SQLite has returned from is there.
                if index == moments.count - 1, synchronous != .off || choice == .keepAll {
                    #expect(outcome == "10 1", "\(choice)")
                }
                outcomes.insert(outcome)
            }
        }
        // Both were seen, or nothing was tried.
        #expect(outcomes.count == 2)
    }

    /// Starts what a power loss left, and says what is in the database.
    private func recover(_ disk: InMemoryFileSystem) throws -> String {
        let device = try RestartedDevice(on: disk)
        try device.unlock()
        let service = try ServedScene.at(device.files)
        defer { service.end() }
        let connection = try Connection(service.root + "/db/a.db")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        let sum = try connection.value(query) ?? ""
        return try sum + " " + (connection.value("SELECT count(*) FROM pairs") ?? "")
    }
}
