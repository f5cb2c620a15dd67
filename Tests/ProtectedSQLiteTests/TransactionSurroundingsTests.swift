import CSQLite
import DeviceSimulation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import SimulatedDisk
import Synchronization
import SystemIO
import TestSupport
import Testing

/// What happens around an open transaction: to its file, its folder, its service and its device.
@Suite("SQLite: what happens around a transaction")
struct TransactionSurroundingsTests {
    private let scene: ServedScene
    private let query = ServedScene.query
    private let large = ServedScene.large

    init() throws {
        scene = try ServedScene()
    }

    private func expect(_ sum: String, at path: DevicePath = "/db/a.db") throws {
        let connection = try scene.open(path)
        #expect(try connection.value(query) == sum)
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    /// The same, after a crash that loses what was not synced.
    private func expectAfterCrash(_ sum: String, at path: DevicePath = "/db/a.db") throws {
        try scene.device.crash(.dropAll)
        try scene.device.unlock()
        try expect(sum, at: path)
    }

    @Test("the end of its service undoes it for the connections of another service")
    func endOfService() throws {
        let other = try ServedScene.at(scene.device.files)
        let writer = try scene.makeDatabase(as: .complete, .delete)
        let reader = try Connection(other.root + "/db/a.db")
        try writer.run(large)
        #expect(try code { _ = try reader.value(query) } == SQLITE_BUSY)
        scene.service.end()
        #expect(try code { try writer.run("INSERT INTO rows VALUES (5); COMMIT") } != 0)
        _ = try? writer.run("ROLLBACK")
        #expect(try reader.value(query) == "6")
        try reader.run("INSERT INTO rows VALUES (4)")
        #expect(try reader.value(query) == "10")
        #expect(try reader.value("PRAGMA integrity_check") == "ok")
    }

    @Test("one service commits what another's connections see, and they find no journal of it")
    func twoServices() throws {
        let other = try ServedScene.at(scene.device.files)
        let first = try scene.makeDatabase(as: .complete, .delete)
        let second = try Connection(other.root + "/db/a.db")
        for number in 0..<5 {
            try first.run("BEGIN; INSERT INTO rows VALUES (1)")
            #expect(try second.value(query) == "\(6 + 2 * number)")
            try scene.device.lock()
            try scene.device.unlock()
            try first.run("COMMIT")
            #expect(try second.value(query) == "\(7 + 2 * number)")
            try second.run("INSERT INTO rows VALUES (1)")
        }
        try expectAfterCrash("16")
    }

    @Test("a database that is renamed in the middle keeps what is committed, and only that")
    func renamedDatabase() throws {
        let old = try scene.makeDatabase(as: .complete, .delete)
        try old.run(large)
        try scene.device.files.rename("/db/a.db", to: "/db/b.db")
        let new = try scene.open("/db/a.db")
        try new.run("CREATE TABLE rows (number INTEGER); BEGIN; INSERT INTO rows VALUES (1)")
        try new.run("INSERT INTO rows VALUES (zeroblob(100000))")
        try old.run("COMMIT")
        try new.run("COMMIT")
        #expect(try new.value(query) == "1.0")
        #expect(try old.value(query) == "9")
        #expect(try scene.names() == ["a.db", "b.db"])
        try expectAfterCrash("9", at: "/db/b.db")
        try expect("1.0")
    }

    @Test(
        "a folder that is renamed in the middle takes the transaction with it",
        arguments: [true, false]
    )
    func renamedFolder(_ isCommitted: Bool) throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(large)
        try scene.device.files.rename("/db", to: "/old")
        try connection.run(isCommitted ? "COMMIT" : "ROLLBACK")
        #expect(try scene.names("/old") == ["a.db"])
        try expectAfterCrash(isCommitted ? "9" : "6", at: "/old/a.db")
    }

    @Test("a database that is removed in the middle leaves nothing behind")
    func removed() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(large)
        try scene.device.files.remove("/db/a.db")
        try connection.run("COMMIT")
        #expect(try scene.names() == [])
        try scene.device.files.removeDirectory("/db")
    }

    @Test("a restart in the middle ends it, whatever the connection still does")
    func restart() throws {
        var policy = LogPolicy()
        policy.transientByteCount = 20_000
        let scene = try ServedScene(.make(logPolicy: policy))
        let dead = try scene.makeDatabase(as: .complete, .delete)
        try dead.run(
            "CREATE TABLE blobs (bytes BLOB); INSERT INTO blobs VALUES (randomblob(90000))"
        )
        try dead.run("BEGIN; UPDATE rows SET number = number + 1")
        try scene.device.rebootAndUnlock()
        // Its journal would come to the disk, where it would undo what others do.
        #expect(try code { try dead.run("UPDATE blobs SET bytes = randomblob(90000)") } != 0)
        #expect(try scene.names() == ["a.db"])
        let next = try scene.open("/db/a.db")
        try next.run("INSERT INTO rows VALUES (4)")
        #expect(try code { try dead.run("COMMIT") } != 0)
        #expect(try next.value(query) == "10")
        #expect(try next.value("PRAGMA integrity_check") == "ok")
    }

    @Test("what writes to the file beside SQLite waits for the end of the transaction")
    func foreignWriter() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try connection.run(large)
        let handle = try scene.device.files.open("/db/a.db")
        #expect(throws: ProtectionError(.busy, "")) { try handle.write([1], at: 0) }
        try handle.synchronize()
        try handle.close()
        try connection.run("ROLLBACK")
        try expectAfterCrash("6")
    }

    @Test(
        "an exclusive connection goes on after a lock in the middle",
        arguments: JournalMode.durable
    )
    func exclusive(_ journal: JournalMode) throws {
        var connection: Connection? = try scene.makeDatabase(as: .complete, journal)
        try connection?.run("PRAGMA locking_mode = exclusive")
        try connection?.run(large)
        try scene.device.lock()
        #expect(try code { try connection?.run("COMMIT") } == SQLITE_IOERR)
        try scene.device.unlock()
        #expect(try connection?.value(query) == "6")
        try connection?.run("INSERT INTO rows VALUES (4)")
        try connection?.run("INSERT INTO rows VALUES (5)")
        #expect(try connection?.value(query) == "15")
        connection = nil
        try expectAfterCrash("15")
    }

    @Test("each change of the journal mode leaves what is committed")
    func changes() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        var sum = 6
        let modes = [
            "truncate", "persist", "delete", "wal", "persist", "wal", "delete", "memory", "off",
        ]
        for mode in modes {
            try connection.run("PRAGMA journal_mode = \(mode); INSERT INTO rows VALUES (1)")
            try connection.run("PRAGMA journal_mode = delete; INSERT INTO rows VALUES (1)")
            sum += 2
            try scene.device.lock()
            #expect(try code { try connection.run("INSERT INTO rows VALUES (9)") } != 0)
            let copy = try SimulatedDevice(copying: scene.device, after: .dropAll)
            try copy.unlock()
            let service = try ServedScene.at(copy.files)
            defer { service.end() }
            let next = try Connection(service.root + "/db/a.db")
            #expect(try next.value(query) == "\(sum)", "\(mode)")
            try scene.device.unlock()
            #expect(try connection.value("PRAGMA integrity_check") == "ok")
        }
        try expect("\(sum)")
    }

    @Test(
        "VACUUM leaves all rows, whenever the device locks",
        arguments: [JournalMode.delete, .wal]
    )
    func vacuum(_ journal: JournalMode) throws {
        let connection = try scene.makeDatabase(as: .complete, journal)
        try connection.run(
            "CREATE TABLE blobs (bytes BLOB); INSERT INTO blobs VALUES (randomblob(100000))"
        )
        for index in stride(from: 0, to: 200, by: 9) {
            try connection.run("DELETE FROM blobs; INSERT INTO blobs VALUES (randomblob(50000))")
            let observation = scene.device.observers.add(LockAt(index, scene.device))
            let failed = try code { try connection.run("VACUUM") }
            observation.cancel()
            try scene.device.unlock()
            #expect([SQLITE_OK, SQLITE_IOERR, SQLITE_AUTH].contains(failed))
            #expect(try connection.value(query) == "6")
            try expect("6")
        }
    }

    @Test("a backup into a database is there or not, whenever the device locks")
    func backup() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        let source = try Connection(":memory:")
        try source.run("CREATE TABLE rows (number INTEGER); CREATE TABLE blobs (bytes BLOB)")
        var sum = 6
        for index in stride(from: 0, to: 120, by: 7) {
            try source.run("INSERT INTO rows VALUES (100)")
            try source.run("DELETE FROM blobs; INSERT INTO blobs VALUES (randomblob(40000))")
            let observation = scene.device.observers.add(LockAt(index, scene.device))
            let failed = try code { try connection.restore(from: source) }
            observation.cancel()
            try scene.device.unlock()
            if failed == SQLITE_OK { sum = 100 * (index / 7 + 1) }
            let found = try #require(try connection.value(query).flatMap { Int($0) })
            #expect(found == sum || failed != SQLITE_OK && found == 100 * (index / 7 + 1))
            sum = found
            try expect("\(sum)")
        }
    }

    @Test("one transaction over two databases is in both, or in none, whenever the device locks")
    func twoDatabases() throws {
        let connection = try scene.makeDatabase(as: .complete, .delete)
        try scene.device.files.makeDirectory("/c", as: .completeUntilFirstUserAuthentication)
        try connection.run(
            """
            ATTACH '\(scene.path("/c/b.db"))' AS other; CREATE TABLE other.others (number INTEGER)
            """
        )
        var count = 0
        for index in 0..<60 {
            let observation = scene.device.observers.add(LockAt(index, scene.device))
            let failed = try code {
                try connection.run(
                    "BEGIN; INSERT INTO rows VALUES (4); INSERT INTO others VALUES (4); COMMIT"
                )
            }
            observation.cancel()
            _ = try? connection.run("ROLLBACK")
            try scene.device.unlock()
            count += failed == SQLITE_OK ? 1 : 0
            let rows = try #require(
                try connection.value("SELECT count(*) FROM rows").flatMap { Int($0) }
            )
            #expect(
                try connection.value("SELECT count(*) FROM others") == "\(rows - 3)",
                "\(index)"
            )
            #expect(rows - 3 >= count, "\(index)")
            count = rows - 3
        }
        #expect(count > 3)
        // Super-journals that nothing refers to may be left, as on any system.
        #expect(try scene.names().filter { $0.hasSuffix("-journal") } == [])
        #expect(try scene.names("/c") == ["b.db"])
    }
}

/// Locks the device before the operation of a number.
private final class LockAt: OperationObserver {
    private let index: Int
    private let device: SimulatedDevice
    private let count = Mutex(0)

    init(_ index: Int, _ device: SimulatedDevice) {
        self.index = index
        self.device = device
    }

    func willPerform(_ operation: ProtectedStore.FileOperation) {
        let isIt = count.withLock { count in
            defer { count += 1 }
            return count == index
        }
        if isIt { try? device.lock() }
    }

    func didPerform(_ operation: ProtectedStore.FileOperation, _ failure: ProtectionError?) {}
}
