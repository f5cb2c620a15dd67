import Foundation
import GRDB
import ProtectedFoundation
import ProtectedSQLite
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Testing

/// The databases are the app's own, opened by their paths.
///
/// A file system of SQLite takes them from the device, so that each page is read and written through
/// handles that follow the lock. A copy of the database on the host would not, and would lie there in the
/// clear.
@Suite("Example: a database whose sidecar file has another class")
struct DatabaseTests {
    @Test("caught: the log of a class A database can be read on the locked phone")
    func careless() throws {
        let device = try TestDevice()
        let service = try DatabaseService(device, at: device.container.root.path)
        defer { service.end() }
        let messages = try CarelessMessages(device.fileManager, device.documentURL())
        try messages.add("the secret")
        try device.lock()
        let snapshot = try device.reachablePlaintexts()
        withKnownIssue("the bug is to be caught") {
            #expect(snapshot.paths(containing: "secret").isEmpty)
        }
        #expect(
            snapshot.paths(containing: "secret").map(\.description) == [
                "/Documents/messages.db-wal"
            ]
        )
    }

    @Test("mended: nothing is within reach, and everything is there after the unlock")
    func careful() throws {
        let device = try TestDevice()
        let service = try DatabaseService(device, at: device.container.root.path)
        defer { service.end() }
        let messages = try CarefulMessages(device.fileManager, device.documentURL())
        try messages.add("the secret")
        try device.lock()
        #expect(try device.reachablePlaintexts().paths(containing: "secret").isEmpty)
        let error = try #require(throws: DatabaseError.self) { try messages.all() }
        #expect([.SQLITE_IOERR, .SQLITE_AUTH].contains(error.resultCode))
        try device.unlock()
        #expect(try messages.all() == ["the secret"])
    }

    @Test(
        "mended: no message is lost, whatever happens at whichever step",
        arguments: [Disturbance.lock, .crash]
    )
    func carefulAtEveryStep(disturbance: Disturbance) async throws {
        let report = try await disturbEveryStep(with: disturbance) { device in
            try Self.withMessages(device) { try $0.add("first") }
        } running: { device in
            try Self.withMessages(device) { try $0.add("second") }
        } verifying: { device in
            let all = try Self.withMessages(device) { try $0.all() }
            #expect(all == ["first"] || all == ["first", "second"])
        }
        #expect(report.stepCount > 20)
        #expect(report.failedSteps.isEmpty)
    }

    @Test("row 75: a locked database is error 10 on an open connection, and 23 or 14 on a new one")
    func row75() throws {
        let device = try TestDevice()
        let service = try DatabaseService(device, at: device.container.root.path)
        defer { service.end() }
        var options = Configuration()
        options.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try device.files.makeDirectory(DevicePath("/Documents/a"), as: .complete)
        let path = device.documentURL("a/db").path
        let queue = try DatabaseQueue(path: path, configuration: options)
        try queue.write { try $0.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
        try device.lock()
        let open = try #require(throws: DatabaseError.self) {
            try queue.read { try Int.fetchOne($0, sql: "SELECT x FROM t") }
        }
        #expect(open.resultCode == .SQLITE_IOERR)
        let new = try #require(throws: DatabaseError.self) {
            try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT x FROM t") }
        }
        #expect([.SQLITE_AUTH, .SQLITE_CANTOPEN].contains(new.resultCode))
        try device.unlock()
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT x FROM t") } == 1)
    }

    private static func withMessages<Result>(
        _ device: TestDevice,
        _ body: (CarefulMessages) throws -> Result
    ) throws -> Result {
        let service = try DatabaseService(device, at: device.container.root.path)
        defer { service.end() }
        return try body(try CarefulMessages(device.fileManager, device.documentURL()))
    }
}
