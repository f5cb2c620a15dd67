#if PostgreSQL
import CloudRecords
import Foundation
import PostgreSQLRecords
import Synchronization
import Testing

/// An engine over the server that all tests share, whose containers have names of their own.
final class PostgreSQLScene: TestedEngine {
    /// One engine for all tests of a process.
    private static let storage = Result {
        PostgreSQLRecordEngine(try PostgreSQLCluster.shared.get().address())
    }

    private let renaming: RenamingEngine

    init() throws {
        renaming = RenamingEngine(
            engine: try Self.storage.get(),
            prefix: UUID().uuidString + "."
        )
    }

    var engine: any RecordEngine { renaming }

    func backup() -> any EngineBackup {
        do {
            return try PostgreSQLBackup(
                text: text(),
                containers: renaming.containers.map { container in
                    (container, try renaming.read(container) { try ContainerCopy($0) })
                }
            )
        } catch {
            Issue.record("\(error)")
            return PostgreSQLBackup(text: "", containers: [])
        }
    }

    /// All rows of the scene's containers.
    private func text() throws -> String {
        let containers = """
            (SELECT id FROM containers WHERE convert_from(identifier, 'UTF8') LIKE
            '\(renaming.prefix)%')
            """
        let zones = "(SELECT id FROM zones WHERE container IN \(containers))"
        let parts =
            ["records", "entries", "links"].map { "SELECT * FROM \($0) WHERE zone IN \(zones)" }
            + [
                "zones", "users", "addresses", "requests", "subscriptions", "devices", "pushes",
            ].map { "SELECT * FROM \($0) WHERE container IN \(containers)" }
        return try PostgreSQLCluster.shared.get().query(
            (["SET bytea_output = escape"] + parts).joined(separator: ";\n")
        )
    }
}

/// What was in a scene's containers.
private struct PostgreSQLBackup: EngineBackup {
    let text: String
    let containers: [(ContainerKey, ContainerCopy)]

    func restored() throws -> any TestedEngine {
        let scene = try PostgreSQLScene()
        for (container, copy) in containers {
            try scene.engine.write(container, locking: nil) { try copy.put($0) }
        }
        return scene
    }
}

/// All that a container has, but the requests.
private struct ContainerCopy: Sendable {
    let schema: String?
    let incarnation: UInt64?
    let users: [StoredUser]
    var zones: [(DatabaseKey, ZoneState, [StoredRecord])] = []

    init(_ transaction: any RecordReading) throws {
        schema = try transaction.schema()
        incarnation = try transaction.incarnation()
        users = try transaction.users()
        let owners = users.map { DatabaseKey(scope: .private, owner: $0.id) }
        for database in [.public] + owners {
            for zone in try transaction.zones(of: database) {
                let key = ZoneKey(database, zone.name)
                let records = try transaction.changes(in: key, after: -1, limit: .max)
                zones.append((database, zone, records))
            }
        }
    }

    func put(_ transaction: any RecordWriting) throws {
        if let schema { try transaction.put(schema: schema) }
        if let incarnation { try transaction.put(incarnation: incarnation) }
        for user in users { try transaction.put(user) }
        for (database, zone, records) in zones {
            try transaction.put(zone, of: database)
            for record in records { try transaction.put(record, in: ZoneKey(database, zone.name)) }
        }
    }
}

/// Gives containers other names, so that many may have the same on one server.
final class RenamingEngine: RecordEngine {
    let engine: any RecordEngine
    let prefix: String
    private let known = Mutex<Set<ContainerKey>>([])

    init(engine: any RecordEngine, prefix: String) {
        self.engine = engine
        self.prefix = prefix
    }

    /// Those that were asked for.
    var containers: [ContainerKey] { known.withLock { Array($0) } }

    private func renamed(_ container: ContainerKey) -> ContainerKey {
        _ = known.withLock { $0.insert(container) }
        return ContainerKey(prefix + container.identifier, container.environment)
    }

    func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result {
        try engine.read(renamed(container), body)
    }

    func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        try engine.write(renamed(container), locking: zone, body)
    }
}
#endif
