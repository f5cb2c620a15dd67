import Foundation
import GRDB
import ProtectedFoundation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Testing

/// GRDB with nothing but a path: what an app's code does, unchanged.
@Suite("GRDB")
struct GRDBTests {
    private let device: TestDevice
    private let service: DatabaseService
    private let folder: DevicePath
    private let path: String

    init() throws {
        device = try TestDevice()
        service = try DatabaseService(device, at: device.container.root.path)
        folder = DevicePath("/Documents/db")
        try device.files.makeDirectory(folder, as: .complete)
        path = device.documentURL("db/players.db").path
    }

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("players") { database in
            try database.create(table: "player") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("name", .text).notNull()
            }
        }
        return migrator
    }

    private func check(_ writer: any DatabaseWriter) throws {
        try migrator.migrate(writer)
        try writer.write { try $0.execute(sql: "INSERT INTO player (name) VALUES ('Ada')") }
        // A pool opens its reader now, and not while locked.
        #expect(try writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") } == 1)
        try device.lock()
        let read = #expect(throws: DatabaseError.self) {
            try writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") }
        }
        #expect(read?.resultCode == .SQLITE_IOERR)
        let write = #expect(throws: DatabaseError.self) {
            try writer.write { try $0.execute(sql: "INSERT INTO player (name) VALUES ('Bea')") }
        }
        #expect(write?.resultCode == .SQLITE_IOERR)
        let queue = #expect(throws: DatabaseError.self) { try DatabaseQueue(path: path) }
        #expect(queue?.resultCode == .SQLITE_AUTH)
        let pool = #expect(throws: DatabaseError.self) { try DatabasePool(path: path) }
        #expect(pool?.resultCode == .SQLITE_AUTH)
        try device.unlock()
        try writer.write { try $0.execute(sql: "INSERT INTO player (name) VALUES ('Cy')") }
        let names = try writer.read { try String.fetchAll($0, sql: "SELECT name FROM player") }
        #expect(names == ["Ada", "Cy"])
    }

    @Test("a queue works, fails while locked, and works again")
    func queue() throws {
        try check(try DatabaseQueue(path: path))
    }

    @Test("a pool works, fails while locked, and works again")
    func pool() throws {
        let pool = try DatabasePool(path: path)
        try check(pool)
        #expect(try device.files.names(in: folder).contains("players.db-wal"))
    }

    @Test("a pool that opens its first reader while locked says so: 23")
    func poolWithoutReaders() throws {
        let pool = try DatabasePool(path: path)
        try device.lock()
        let read = #expect(throws: DatabaseError.self) { try pool.read { try $0.tableExists("a") } }
        #expect(read?.resultCode == .SQLITE_AUTH)
        try device.unlock()
        #expect(try pool.read { try !$0.tableExists("a") })
    }

    @Test("a pool's readers see one state each, beside the writer")
    func poolReaders() async throws {
        // A reader that meets the index's header half written takes the writer's lock to look again
        // (SQLite's walIndexReadHdr), and a writer that begins just then is told to wait.
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let pool = try DatabasePool(path: path, configuration: configuration)
        try migrator.migrate(pool)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<100 {
                    try await pool.write { database in
                        try database.execute(
                            sql: "INSERT INTO player (name) VALUES (?), (?)",
                            arguments: ["\(number)", "\(number)"]
                        )
                    }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        let counts = try await pool.read { database in
                            let sql = "SELECT count(*) FROM player"
                            return try (
                                Int.fetchOne(database, sql: sql), Int.fetchOne(database, sql: sql)
                            )
                        }
                        #expect(counts.0 == counts.1)
                        #expect(counts.0?.isMultiple(of: 2) == true)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") } == 200
        )
    }

    @Test("an observation goes on after the unlock")
    func observation() throws {
        let queue = try DatabaseQueue(path: path)
        try migrator.migrate(queue)
        try device.lock()
        try device.unlock()
        try queue.write { try $0.execute(sql: "INSERT INTO player (name) VALUES ('Ada')") }
        #expect(try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM player").count } == 1)
    }

    @Test("a backup by SQLite's own means goes from a device to memory and back")
    func backup() throws {
        let source = try DatabaseQueue(path: path)
        try migrator.migrate(source)
        let copy = try DatabaseQueue()
        try source.backup(to: copy)
        let target = try DatabaseQueue(path: device.documentURL("db/copy.db").path)
        try copy.backup(to: target)
        #expect(try target.read { try $0.tableExists("player") })
        #expect(try device.files.names(in: folder).contains("copy.db"))
    }
}
