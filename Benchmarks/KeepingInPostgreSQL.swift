#if PostgreSQL
import CPostgreSQL
import CloudRecords
import Foundation
import PostgreSQLRecords
import Synchronization
import SystemIO

/// Records in PostgreSQL, compared with libpq that sends the same statements one after the other.
///
/// The server is that of the environment's `PROTECTION_BENCHMARK_POSTGRESQL`, a connection string;
/// its tables are emptied.
struct KeepingInPostgreSQL {
    let isQuick: Bool

    private static let zoneCount = 8

    private var batchCount: Int { isQuick ? 2 : 50 }
    private var singleCount: Int { isQuick ? 20 : 500 }

    func rows() throws -> [Row] {
        let environment = ProcessInfo.processInfo.environment
        // `Benchmarks/run` says that they are left out.
        guard let text = environment["PROTECTION_BENCHMARK_POSTGRESQL"] else { return [] }
        let engine = PostgreSQLRecordEngine(try PostgreSQLAddress(text))
        let works: [(String, Int, Double, @Sendable (BenchCloud) throws -> Void)] = [
            (
                "batches of 200", batchCount * 200, 0.6,
                { [batchCount] in
                    try $0.saveBatches(0..<batchCount)
                }
            ),
            (
                "single saves", singleCount, 0.7,
                { [singleCount] in
                    try $0.saveSingles(singleCount)
                }
            ),
        ]
        return try [1, Self.zoneCount].flatMap { zoneCount in
            try works.map { name, amount, wanted, body in
                let (ours, theirs) = try times(engine, text, zoneCount, body)
                return .rate(
                    "PostgreSQL, \(name), \(zoneCount == 1 ? "one zone" : "8 zones at once")",
                    "the same statements through libpq",
                    amount: Double(amount * zoneCount),
                    unit: "records/s",
                    ours: ours,
                    theirs: theirs,
                    wanted: wanted
                )
            }
        }
    }

    private func times(
        _ engine: PostgreSQLRecordEngine,
        _ address: String,
        _ zoneCount: Int,
        _ body: @escaping @Sendable (BenchCloud) throws -> Void
    ) throws -> (ours: Double, theirs: Double) {
        let wire = try PlainWire(address)
        try wire.empty()
        let clouds = try (0..<zoneCount).map { try BenchCloud(engine, zone: "zone\($0)") }
        let ours = try Self.atOnce(zoneCount) { try body(clouds[$0]) }
        // What is sent is noted by SQLite, which numbers containers and zones alike.
        let folder = NSTemporaryDirectory() + "protection-benchmarks-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let noted = try PlainRecords(folder + "/noted.db")
        let plain = try (0..<zoneCount).map { try BenchCloud(noted, zone: "zone\($0)") }
        try wire.empty()
        try wire.send(noted.takeSent())
        let sent = try plain.map { cloud in
            try body(cloud)
            return noted.takeSent()
        }
        let wires = try (0..<zoneCount).map { _ in try PlainWire(address) }
        return (ours, try Self.atOnce(zoneCount) { try wires[$0].send(sent[$0]) })
    }

    /// Seconds until all threads are done.
    private static func atOnce(
        _ count: Int,
        _ body: @escaping @Sendable (Int) throws -> Void
    ) throws -> Double {
        let failure = Mutex<(any Error)?>(nil)
        let start = SystemTime.sinceBoot()
        let threads = try (0..<count).map { number in
            try SystemThread {
                do { try body(number) } catch { failure.withLock { $0 = error } }
            }
        }
        for thread in threads { thread.finish() }
        let time = Stopwatch.seconds(SystemTime.sinceBoot() - start)
        if let error = failure.withLock({ $0 }) { throw error }
        return time
    }
}

/// A connection of libpq's, with each statement prepared once.
private final class PlainWire: Sendable {
    struct Failure: Error { let message: String }

    private nonisolated(unsafe) let connection: OpaquePointer
    private nonisolated(unsafe) var prepared: Set<TableStatement> = []

    init(_ address: String) throws {
        guard let opened = PQconnectdb(address), PQstatus(opened) == CONNECTION_OK else {
            throw Failure(message: "the server is not there")
        }
        connection = opened
        PQsetNoticeReceiver(opened, { _, _ in }, nil)
    }

    deinit { PQfinish(connection) }

    func empty() throws {
        try run("TRUNCATE \(TableDefinition.names.joined(separator: ", ")) RESTART IDENTITY")
    }

    func run(_ text: String) throws { try check(PQexec(connection, text)) }

    func send(_ sent: [SentStatement]) throws {
        for statement in sent {
            switch statement {
            case .begin: try run("BEGIN")
            case .commit: try run("COMMIT")
            case .statement(let statement, let values): try send(statement, values)
            }
        }
    }

    private func send(_ statement: TableStatement, _ values: [TableValue]) throws {
        let name = "\(statement)"
        if prepared.insert(statement).inserted {
            try check(PQprepare(connection, name, statement.rawValue, 0, nil))
        }
        let texts = values.map { value -> [UInt8]? in
            switch value {
            case .null: nil
            case .integer(let number):
                withUnsafeBytes(of: number.bigEndian) { Array($0) }
            case .bytes(let bytes): bytes
            }
        }
        var bytes: [CChar] = []
        var starts: [Int?] = []
        for text in texts {
            starts.append(text == nil ? nil : bytes.count)
            bytes += (text ?? []).map { CChar(bitPattern: $0) }
        }
        bytes.append(0)
        let result = bytes.withUnsafeBufferPointer { buffer in
            let base = buffer.baseAddress
            let pointers = starts.map { start in start.flatMap { start in base.map { $0 + start } }
            }
            return PQexecPrepared(
                connection,
                name,
                Int32(values.count),
                pointers,
                texts.map { Int32($0?.count ?? 0) },
                texts.map { _ in 1 },
                1
            )
        }
        try check(result)
    }

    private func check(_ result: OpaquePointer?) throws {
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Failure(message: String(cString: PQerrorMessage(connection)))
        }
    }
}
#endif
