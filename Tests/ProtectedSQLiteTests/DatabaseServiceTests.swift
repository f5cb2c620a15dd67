import CSQLite
import DeviceSimulation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import TestSupport
import Testing

@Suite("SQLite: the end of a service")
struct DatabaseServiceTests {
    @Test(
        "after the end open connections fail, and what was committed is there",
        arguments: JournalMode.durable
    )
    func end(_ journal: JournalMode) throws {
        let scene = try ServedScene()
        var connection: Connection? = try scene.makeDatabase(as: .complete, journal)
        try connection?.run("BEGIN; INSERT INTO rows VALUES (4)")
        scene.service.end()
        scene.service.end()
        #expect(try code { try connection?.run("COMMIT") } == SQLITE_IOERR)
        #expect(try code { _ = try connection?.rows("SELECT * FROM rows") } == SQLITE_IOERR)
        #expect(try code { _ = try scene.open("/db/a.db") } == SQLITE_CANTOPEN)

        let busy = #expect(throws: ProtectionError.self) {
            _ = try DatabaseService(scene.device.files, at: scene.service.root)
        }
        #expect(busy?.code == .busy)
        connection = nil
        let next = try DatabaseService(scene.device.files, at: scene.service.root)
        let again = try Connection(next.root + "/db/a.db")
        #expect(try again.value("SELECT sum(number) FROM rows") == "6")
        #expect(try again.value("PRAGMA integrity_check") == "ok")
    }

    @Test("a service that nobody keeps has ended")
    func dropped() throws {
        let device = try SimulatedDevice.make()
        let root = ServedScene.freshRoot()
        var service: DatabaseService? = try DatabaseService(device.files, at: root)
        #expect(service?.root == root)
        #expect(service?.lastError == nil)
        try Connection(root + "/a.db").run("CREATE TABLE rows (number INTEGER)")
        service = nil
        #expect(try code { _ = try Connection(root + "/a.db") } == SQLITE_CANTOPEN)
        #expect(try device.files.names(in: .root) == ["a.db"])
    }

    @Test("a store that is not available is reported, and nothing is opened")
    func noStore() throws {
        let service = try DatabaseService(
            { () throws(ProtectionError) in
                throw ProtectionError(.deviceNotFound, "there is no device")
            },
            at: ServedScene.freshRoot()
        )
        #expect(try code { _ = try Connection(service.root + "/a.db") } == SQLITE_CANTOPEN)
        #expect(service.lastError?.code == .deviceNotFound)
    }

    @Test("the file system is found by its name, too")
    func named() throws {
        let scene = try ServedScene()
        let connection = try Connection(
            scene.path("/a.db"),
            fileSystem: DatabaseService.fileSystemName
        )
        try connection.run("CREATE TABLE rows (number INTEGER)")
        #expect(try scene.names("/") == ["a.db"])
    }
}
