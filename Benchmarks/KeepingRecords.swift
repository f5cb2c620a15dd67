import CloudRecords
import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import RecordStorage
import SodiumCrypto
import SystemIO

/// Records of 1 kB on a device, compared with plain SQLite that gets the same statements.
struct KeepingRecords {
    let isQuick: Bool
    /// With `million` a container of that many records, in the place of the table.
    let words: [String]

    static let container = ContainerKey("iCloud.com.example.bench", .production)

    private var batchCount: Int { isQuick ? 20 : 100 }
    private var singleCount: Int { isQuick ? 50 : 1_000 }
    private var fetchCount: Int { isQuick ? 200 : 10_000 }
    /// Batches that are there before anything is read.
    private var filledCount: Int { isQuick ? 20 : 500 }
    private var recordCount: Int { filledCount * 200 }

    func rows() throws -> [Row] {
        let bench = try Workbench(suite: .chacha20Poly1305)
        let files = bench.files
        let engine = try SQLiteRecordEngine { files }
        let ours = try BenchCloud(engine)
        if words.contains("million") { return try Self.million(ours) }
        let noted = try PlainRecords(bench.folder + "/plain/noted.db")
        let theirs = try BenchCloud(noted)
        let plain = try PlainTables(bench.folder + "/plain/plain.db")
        try plain.send(noted.takeSent())
        return try works.map { work in
            let own = try Self.seconds { try work.body(ours) }
            try work.body(theirs)
            let sent = noted.takeSent()
            let other = try Self.seconds { try plain.send(sent) }
            if work.isSaving { try fill(ours, theirs, noted, plain) }
            return .rate(
                work.name,
                "the same statements on plain SQLite",
                amount: Double(work.amount),
                unit: work.unit,
                ours: own,
                theirs: other,
                wanted: work.wanted
            )
        } + [schema()]
    }

    /// Saves the rest, unless that was done.
    private func fill(
        _ ours: BenchCloud,
        _ theirs: BenchCloud,
        _ noted: PlainRecords,
        _ plain: PlainTables
    ) throws {
        for start in stride(from: batchCount, to: filledCount, by: 20) {
            let batches = start..<min(start + 20, filledCount)
            for cloud in [ours, theirs] { try cloud.saveBatches(batches) }
            try plain.send(noted.takeSent())
        }
    }

    private struct Work {
        let name: String
        let amount: Int
        let unit: String
        let wanted: Double
        var isSaving = false
        let body: (BenchCloud) throws -> Void
    }

    private var works: [Work] {
        let (batches, singles, fetches) = (batchCount, singleCount, fetchCount)
        let records = recordCount
        return [
            Work(
                name: "save records of 1 kB in batches of 200, durably",
                amount: batches * 200,
                unit: "records/s",
                wanted: 0.35,
                isSaving: true
            ) { try $0.saveBatches(0..<batches) },
            Work(name: "save one record, durably", amount: singles, unit: "/s", wanted: 0.5) {
                try $0.saveSingles(singles)
            },
            Work(name: "fetch a record by name", amount: fetches, unit: "/s", wanted: 0.25) {
                try $0.fetch(fetches, of: records)
            },
            Work(
                name: "query 100 of \(records) records by an index",
                amount: 100,
                unit: "/s",
                wanted: 0.3
            ) { cloud in
                for start in 0..<100 { try cloud.query(from: start * records / 200, count: 100) }
            },
            Work(
                name: "changes since the beginning, \(records) records",
                amount: records,
                unit: "records/s",
                wanted: 0.3
            ) { try $0.readChanges() },
            Work(
                name: "erase a user with \(records) records",
                amount: records,
                unit: "records/s",
                wanted: 0.3
            ) { try $0.erase() },
        ]
    }

    private static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = SystemTime.sinceBoot()
        try work()
        return Stopwatch.seconds(SystemTime.sinceBoot() - start)
    }

    private func schema() throws -> Row {
        let types = (0..<200).map { type in
            let fields = (0..<20).map { "field\($0) STRING QUERYABLE SORTABLE" }
            return "RECORD TYPE Type\(type) (\(fields.joined(separator: ", ")));"
        }
        let text = Array("DEFINE SCHEMA \(types.joined(separator: "\n"))".utf8)
        let time = try Self.seconds { _ = try RecordSchema(text) }
        return Row(
            work: "check a schema of 200 types with 20 fields each",
            ours: Row.text(time * 1_000, "ms"),
            peer: "a limit",
            theirs: "50 ms",
            ratio: 0.05 / time,
            wanted: 1
        )
    }

    /// What a million records take, and how much memory.
    private static func million(_ cloud: BenchCloud) throws -> [Row] {
        func row(_ work: String, _ amount: Double, _ body: () throws -> Void) throws -> Row {
            let time = try seconds(body)
            return Row(
                work: work,
                ours: Row.text(amount / time, "/s"),
                peer: "memory at its most",
                theirs: Row.text(Double(peakMemory) / 1_048_576, "MiB"),
                ratio: 0,
                wanted: nil
            )
        }
        return [
            try row("save 1,000,000 records", 1e6) { try cloud.saveBatches(0..<5_000) },
            try row("query 100 of them", 100) {
                for start in 0..<100 { try cloud.query(from: start * 9_000, count: 100) }
            },
            try row("all changes", 1e6) { try cloud.readChanges() },
            try row("erase the user", 1e6) { try cloud.erase() },
        ]
    }

    private static var peakMemory: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}

/// A cloud over an engine, and a user's database in it.
struct BenchCloud {
    private static let schema = """
        DEFINE SCHEMA RECORD TYPE Note ("___recordID" REFERENCE QUERYABLE, n INT64 QUERYABLE SORTABLE,
        title STRING QUERYABLE, text STRING, date TIMESTAMP QUERYABLE, done INT64);
        """

    let service: RecordService
    let database: RecordDatabase
    let zone: RecordZoneID

    /// A user's zone in a cloud.
    init(_ engine: any RecordEngine, zone: String = "notes") throws {
        let key = try SecureBytes(count: 32, group: .transit, arena: SecureArena()) {
            SystemRandomSource().fill(&$0)
        }
        service = RecordService(engine: engine, key: key, clock: MachineClock())
        try service.promote(
            RecordSchema(Array(Self.schema.utf8)),
            in: KeepingRecords.container
        )
        let person = CloudPerson(account: "bench", name: PersonName(first: "B", last: "Ench"))
        database = try RecordContainer(
            KeepingRecords.container,
            service: service,
            account: CloudAccount(person)
        ).database(.private)
        self.zone = RecordZoneID(zone)
        try database.makeZone(self.zone)
    }

    private func record(_ number: Int) -> Record {
        var record = Record("Note", RecordID("note \(number)", in: zone))
        record["n"] = .integer(Int64(number))
        record["title"] = .string("note number \(number)")
        record["text"] = .string(String(repeating: "words of \(number % 100) ", count: 70))
        record["date"] = .date(Timestamp(seconds: 1_700_000_000 + Int64(number)))
        record["done"] = .integer(Int64(number & 1))
        return record
    }

    func saveBatches(_ batches: Range<Int>) throws {
        for batch in batches {
            try database.change(saving: (0..<200).map { record(batch * 200 + $0) }).check()
        }
    }

    func saveSingles(_ count: Int) throws {
        for number in 0..<count {
            var record = record(number)
            record["title"] = .string("changed")
            try database.change(saving: [record], policy: .changedKeys).check()
        }
    }

    func fetch(_ count: Int, of total: Int) throws {
        for number in 0..<count {
            // In an order that jumps.
            let name = "note \((number &* 48_271) % total)"
            _ = try database.record(RecordID(name, in: zone))
        }
    }

    func query(from start: Int, count: Int) throws {
        let predicate = try RecordPredicate(
            format: "n >= %@ AND n < %@",
            [.integer(Int64(start)), .integer(Int64(start + count))]
        )
        let page = try database.find(RecordQuery("Note", predicate), in: zone)
        precondition(page.records.count == count, "\(page.records.count) were found")
    }

    func readChanges() throws {
        var changes = try database.changes(in: zone)
        while changes.hasMore { changes = try database.changes(in: zone, since: changes.token) }
    }

    func erase() throws { try service.eraseUser("bench", in: KeepingRecords.container) }
}
