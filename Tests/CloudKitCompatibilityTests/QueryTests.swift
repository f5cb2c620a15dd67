import CloudKit
import CloudRecords
import ProtectionTesting
import Testing

@Suite("queries under Apple's names")
struct QueryTests {
    private let cloud: TestCloud
    private let zone = CKRecordZone(zoneName: "notes")

    init() throws {
        var options = TestCloud.Options()
        options.limits.pageCount = 2
        options.schema = try RecordSchema(
            Array(
                """
                DEFINE SCHEMA RECORD TYPE Note ("___recordID" REFERENCE QUERYABLE,
                    text STRING QUERYABLE SORTABLE, count INT64 QUERYABLE SORTABLE,
                    tags LIST<STRING> QUERYABLE, date TIMESTAMP QUERYABLE);
                """.utf8
            )
        )
        cloud = try TestCloud(options)
    }

    private func inCloud(_ body: (CKDatabase) async throws -> Void) async throws {
        try await cloud.whileCurrent(on: cloud.device) {
            let database = CKContainer.default().privateCloudDatabase
            try await database.save(zone)
            for (name, count) in [("a", 1), ("b", 2), ("c", 3)] {
                let record = CKRecord(
                    recordType: "Note",
                    recordID: .init(recordName: name, zoneID: zone.zoneID)
                )
                record["text"] = name.uppercased()
                record["count"] = count
                record["tags"] = [name, "all"]
                record["date"] = Date(timeIntervalSince1970: Double(count))
                try await database.save(record)
            }
            try await body(database)
        }
    }

    private func names(_ predicate: NSPredicate, _ database: CKDatabase) async throws -> [String] {
        try await database.records(matching: CKQuery(recordType: "Note", predicate: predicate))
            .matchResults.map(\.0.recordName)
    }

    @Test("predicates with a format find what they mean")
    func formats() async throws {
        try await inCloud { database async throws in
            #expect(try await names(NSPredicate(format: "text == %@", "b"), database) == ["b"])
            #expect(try await names(NSPredicate(format: "count > %d", 2), database) == ["c"])
            #expect(try await names(NSPredicate(format: "%K = %@", "count", 1), database) == ["a"])
            let date = Date(timeIntervalSince1970: 2)
            #expect(
                try await names(NSPredicate(format: "date < %@", date as NSDate), database) == ["a"]
            )
            #expect(try await names(NSPredicate(format: "tags CONTAINS 'c'"), database) == ["c"])
            let listed = NSPredicate(format: "text IN %@", argumentArray: [["a", "c"]])
            #expect(try await names(listed, database) == ["a", "c"])
        }
    }

    @Test("predicates are joined, negated and true; others are refused by the query")
    func compounds() async throws {
        try await inCloud { database in
            let low = NSPredicate(format: "count < %d", 3)
            let notA = NSCompoundPredicate(
                notPredicateWithSubpredicate: NSPredicate(format: "text = %@", "A")
            )
            let both = NSCompoundPredicate(andPredicateWithSubpredicates: [low, notA])
            #expect(try await names(both, database) == ["b"])
            #expect(try await names(NSPredicate(value: true), database) == ["a", "b"])
            let refused = [
                NSPredicate(value: false), NSPredicate { _, _ in false },
                NSCompoundPredicate(orPredicateWithSubpredicates: [low, notA]),
                NSPredicate(format: "text LIKE 'a*'"),
                NSPredicate(format: "text = %@", URL(filePath: "/")),
            ]
            for predicate in refused {
                do {
                    _ = try await names(predicate, database)
                    Issue.record("found")
                } catch let error as CKError { #expect(error.code == .invalidArguments) }
            }
        }
    }

    @Test("results are sorted and come in pages")
    func pages() async throws {
        try await inCloud { database in
            let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
            query.sortDescriptors = [NSSortDescriptor(key: "count", ascending: false)]
            let first = try await database.records(matching: query, inZoneWith: zone.zoneID)
            #expect(first.matchResults.map(\.0.recordName) == ["c", "b"])
            let cursor = try #require(first.queryCursor)
            let second = try await database.records(
                continuingMatchFrom: cursor,
                desiredKeys: ["text"]
            )
            #expect(second.matchResults.map(\.0.recordName) == ["a"])
            #expect(second.queryCursor == nil)
            let copy = query.copy() as? CKQuery
            #expect(copy?.recordType == "Note" && copy?.sortDescriptors?.count == 1)
            let told: [CKRecord]? = await withCheckedContinuation { waiting in
                database.perform(query, inZoneWith: zone.zoneID) { records, _ in
                    waiting.resume(returning: records)
                }
            }
            #expect(told?.map(\.recordID.recordName) == ["c", "b"])
        }
    }
}
