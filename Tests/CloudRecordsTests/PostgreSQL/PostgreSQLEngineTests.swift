#if PostgreSQL
import CloudRecords
import Dispatch
import Foundation
import PostgreSQLRecords
import ProtectionModel
import Synchronization
import SystemIO
import Testing

/// A server of a test's own, and what clients do to it.
private struct ClusterTrial {
    let cluster: PostgreSQLCluster
    let engine: PostgreSQLRecordEngine
    let trial: CloudTrial

    init(
        _ cluster: PostgreSQLCluster? = nil,
        at address: PostgreSQLAddress? = nil,
        seed: UInt64 = 21,
        _ adjust: (inout PostgreSQLSettings) -> Void = { _ in }
    ) throws {
        let cluster = try cluster ?? PostgreSQLCluster()
        self.cluster = cluster
        var settings = PostgreSQLSettings()
        adjust(&settings)
        engine = PostgreSQLRecordEngine(
            try address ?? cluster.address(),
            settings: settings
        )
        trial = try CloudTrial(over: engine, seed: seed)
    }
}

@Suite(
    "records in PostgreSQL",
    .enabled(if: PostgreSQLCluster.isThere, PostgreSQLCluster.absence),
    .timeLimit(.minutes(10))
)
struct PostgreSQLEngineTests {
    private static let key = ZoneKey(DatabaseKey(scope: .private, owner: "_1"), "notes")
    private static let otherKey = ZoneKey(DatabaseKey(scope: .private, owner: "_1"), "other")

    // MARK: Locks

    @Test("zones are written beside each other, one of them by one at a time")
    func locks() throws {
        let name = ContainerKey("locks.\(UUID())", .development)
        let shared = try PostgreSQLCluster.shared.get()
        let engine = try ClusterTrial(shared) { $0.lockTimeout = .milliseconds(50) }.engine
        func put(_ key: ZoneKey) throws {
            try engine.write(name, locking: key) { transaction in
                try transaction.put(
                    ZoneState(name: key.name, incarnation: 1),
                    of: key.database
                )
            }
        }
        try engine.write(name, locking: nil) { try $0.put(schema: "DEFINE SCHEMA") }
        try engine.write(name, locking: Self.key) { transaction in
            try transaction.put(
                ZoneState(name: "notes", incarnation: 7),
                of: Self.key.database
            )
            #expect(refusal { try put(Self.key) } == .zoneBusy)
            #expect(refusal { try engine.write(name, locking: nil) { _ in } } == .zoneBusy)
            try put(Self.otherKey)
            #expect(try engine.read(name) { try $0.zone(Self.key) } == nil)
            // Who reads all zones counts what others committed, and is alone with that.
            #expect(try transaction.zones(of: Self.key.database).count == 2)
        }
        #expect(try engine.read(name) { try $0.zone(Self.key) }?.incarnation == 7)
        try put(Self.key)
    }

    @Test("a database is dropped after those who write to it are done")
    func dropped() throws {
        let name = ContainerKey("dropped.\(UUID())", .development)
        let shared = try PostgreSQLCluster.shared.get()
        let engine = try ClusterTrial(shared) { $0.lockTimeout = .milliseconds(50) }.engine
        let world = ZoneKey(.public, "_defaultZone")
        try engine.write(name, locking: nil) { try $0.put(schema: "DEFINE SCHEMA") }
        try engine.write(name, locking: Self.key) { transaction in
            try transaction.put(
                ZoneState(name: "notes", incarnation: 7),
                of: Self.key.database
            )
            let code = refusal {
                try engine.write(name, locking: world) { try $0.drop(Self.key.database) }
            }
            #expect(code == .zoneBusy)
        }
        try engine.write(name, locking: world) { try $0.drop(Self.key.database) }
        #expect(try engine.read(name) { try $0.zones(of: Self.key.database) }.isEmpty)
    }

    // MARK: Failures

    @Test("a server that is not there is told without its address being a secret")
    func absent() throws {
        let address = try PostgreSQLAddress("host=/tmp/nobody-is-here user=records dbname=x")
        let trial = try CloudTrial(over: PostgreSQLRecordEngine(address))
        let error = try #require(throws: ProtectionError.self) { try trial.notes() }
        #expect(error.code == .serviceUnavailable)
        #expect(error.retryAfter == .seconds(1))
    }

    @Test(
        "a connection string has no password, and none is shown",
        arguments: [
            "host=x password=s3cret", "postgresql://u:s3cret@host/db", "password='s3cret",
            "sslpassword=s3cret",
        ]
    )
    func passwords(_ text: String) {
        let error = #expect(throws: ProtectionError.self) { try PostgreSQLAddress(text) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("s3cret") == false)
    }

    @Test("a database without tables, or with those of a newer version, is not written to")
    func otherTables() throws {
        let cluster = try PostgreSQLCluster()
        try cluster.query("CREATE DATABASE empty", in: "postgres")
        let empty = try ClusterTrial(cluster, at: cluster.address("empty"))
        let error = try #require(throws: ProtectionError.self) { try empty.trial.notes() }
        #expect(error.code == .serviceUnavailable)
        #expect(error.message.contains("no tables"))
        try cluster.query("UPDATE origin SET version = 2")
        #expect(refusal { try ClusterTrial(cluster).trial.notes() } == .unsupportedVersion)
    }

    @Test("a record that is none is damaged; others are given")
    func damaged() throws {
        let own = try ClusterTrial()
        let database = try own.trial.notes()
        try database.change(saving: [.note("a"), .note("b")]).check()
        try own.cluster.query("UPDATE records SET body = '\\x00' WHERE name = 'a'")
        #expect(refusal { try database.record(.note("a")) } == .authenticationFailure)
        #expect(try database.record(.note("b"))["title"] == .string("x"))
    }

    @Test("the operator's file makes the tables that the engine wants")
    func definition() throws {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in
            path.deletingLastPathComponent()
        }
        let file = root.appending(path: "share/postgresql/records.sql")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == PostgreSQLRecordEngine.definition)
    }

    @Test("a role that may only read and write rows is enough")
    func leastPrivileges() throws {
        let cluster = try PostgreSQLCluster()
        try cluster.query(
            """
            CREATE ROLE service LOGIN; REVOKE ALL ON SCHEMA public FROM public;
            GRANT USAGE ON SCHEMA public TO service;
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO service
            """
        )
        let own = try ClusterTrial(cluster, at: cluster.address("records", "service"))
        let database = try own.trial.notes()
        try database.save(.note("a"))
        try own.engine.renew()
        #expect(try database.record(.note("a"))["title"] == .string("x"))
        try database.removeZone(.notes)
    }
}
#endif
