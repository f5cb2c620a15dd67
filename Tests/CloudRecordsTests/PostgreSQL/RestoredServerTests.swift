#if PostgreSQL
import CloudRecords
import Foundation
import PostgreSQLRecords
import ProtectionModel
import Testing

@Suite(
    "a PostgreSQL server that was restored (row R-53)",
    .enabled(if: PostgreSQLCluster.isThere, PostgreSQLCluster.absence),
    .timeLimit(.minutes(10))
)
struct RestoredServerTests {
    private func database(
        _ engine: PostgreSQLRecordEngine,
        seed: UInt64
    ) throws -> RecordDatabase {
        try CloudTrial(over: engine, seed: seed).notes()
    }

    private func look(_ database: RecordDatabase, _ tokens: [ChangeToken], _ lost: Record) throws {
        for token in tokens {
            let code = refusal { try database.changes(in: .notes, since: token) }
            #expect(code == .changeTokenExpired)
        }
        #expect(refusal { try database.save(lost) } == .serverRecordChanged)
        // The serial that the lost record had is given once more, with another tag.
        try database.save(.note("a", title: "again"), .allKeys)
        #expect(refusal { try database.save(lost) } == .serverRecordChanged)
        let token = try database.changes(in: .notes).token
        #expect(try database.changes(in: .notes, since: token).changed.isEmpty)
    }

    @Test(
        "its files were put back: a process that was there notices, another is told",
        arguments: [true, false]
    )
    func files(_ isTheSameProcess: Bool) throws {
        let cluster = try PostgreSQLCluster()
        let engine = PostgreSQLRecordEngine(try cluster.address())
        let old = try database(engine, seed: 1)
        try old.save(.note("a"))
        var tokens = [try old.changes(in: .notes).token]
        cluster.stop()
        try cluster.copyFiles("data", to: "backup")
        try cluster.start()
        let lost = try old.save(.note("a", title: "lost"), .allKeys)
        tokens.append(try old.changes(in: .notes).token)
        cluster.stop()
        try cluster.copyFiles("backup", to: "data")
        try cluster.start()
        if isTheSameProcess { return try look(old, tokens, lost) }
        // As the article for operators says, and as a program does.
        try cluster.query("UPDATE origin SET identity = NULL")
        let other = PostgreSQLRecordEngine(try cluster.address())
        let again = try database(other, seed: 2)
        try look(again, tokens, lost)
        let now = try again.changes(in: .notes).token
        try other.renew()
        let code = refusal { try again.changes(in: .notes, since: now) }
        #expect(code == .changeTokenExpired)
    }

    @Test("a dump was put into another database: whoever comes notices")
    func dump() throws {
        let cluster = try PostgreSQLCluster()
        let old = try database(PostgreSQLRecordEngine(cluster.address()), seed: 1)
        try old.save(.note("a"))
        try cluster.client(["pg_dump", "-Fc", "-f", "/tmp/\(cluster.name).dump", "records"])
        defer { try? FileManager.default.removeItem(atPath: "/tmp/\(cluster.name).dump") }
        let lost = try old.save(.note("a", title: "lost"), .allKeys)
        let token = try old.changes(in: .notes).token
        try cluster.query("CREATE DATABASE again", in: "postgres")
        try cluster.client(["pg_restore", "-d", "again", "/tmp/\(cluster.name).dump"])
        let engine = PostgreSQLRecordEngine(try cluster.address("again"))
        try look(database(engine, seed: 2), [token], lost)
        // Only once: the next connection knows the server.
        let again = try database(engine, seed: 2)
        let known = try again.changes(in: .notes).token
        engine.close()
        #expect(try again.changes(in: .notes, since: known).changed.isEmpty)
        let next = try database(PostgreSQLRecordEngine(cluster.address("again")), seed: 3)
        #expect(try next.changes(in: .notes, since: known).changed.isEmpty)
    }

    @Test("a server that only crashed is not taken for a restored one")
    func crashed() throws {
        let cluster = try PostgreSQLCluster()
        let old = try database(PostgreSQLRecordEngine(cluster.address()), seed: 1)
        try old.save(.note("a"))
        let token = try old.changes(in: .notes).token
        cluster.kill()
        #expect(refusal { try old.record(.note("a")) } == .serviceUnavailable)
        try cluster.start()
        #expect(try old.changes(in: .notes, since: token).changed.isEmpty)
    }
}
#endif
