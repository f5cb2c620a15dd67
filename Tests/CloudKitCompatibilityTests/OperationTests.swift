import CloudKit
import CloudRecords
import ProtectionTesting
import Synchronization
import Testing

/// What an operation has told.
private final class Told<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    func add(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}

@Suite("operations under Apple's names")
struct OperationTests {
    private let cloud: TestCloud
    private let zone = CKRecordZone(zoneName: "notes")

    init() throws {
        var options = TestCloud.Options()
        options.limits.pageCount = 2
        cloud = try TestCloud(options)
    }

    /// Runs operations in a queue of the app's own, which knows of no cloud.
    private func run(_ operations: CKDatabaseOperation...) {
        let queue = OperationQueue()
        queue.addOperations(operations, waitUntilFinished: true)
    }

    private func inCloud(_ body: () throws -> Void) throws {
        try cloud.whileCurrent(on: cloud.device) {
            run(CKModifyRecordZonesOperation(recordZonesToSave: [zone]))
            try body()
        }
    }

    private func note(_ name: String) -> CKRecord {
        let record = CKRecord(
            recordType: "Note",
            recordID: .init(recordName: name, zoneID: zone.zoneID)
        )
        record["text"] = name
        return record
    }

    private func save(_ names: String...) {
        run(CKModifyRecordsOperation(recordsToSave: names.map(note)))
    }

    @Test("records are saved and removed, and each block is told once")
    func modify() throws {
        try inCloud {
            save("old", "conflict")
            let told = Told<String>()
            let operation = CKModifyRecordsOperation()
            operation.recordsToSave = [note("new"), note("conflict")]
            operation.recordIDsToDelete = [note("old").recordID]
            operation.isAtomic = false
            operation.savePolicy = .ifServerRecordUnchanged
            operation.perRecordProgressBlock = {
                told.add("progress \($0.recordID.recordName) \($1)")
            }
            operation.perRecordSaveBlock = { id, result in
                told.add("saved \(id.recordName) \((try? result.get()) != nil)")
            }
            operation.perRecordDeleteBlock = { id, _ in told.add("removed \(id.recordName)") }
            operation.perRecordCompletionBlock = { record, error in
                told.add("\(record.recordID.recordName) \((error as? CKError)?.code.rawValue ?? 0)")
            }
            operation.modifyRecordsResultBlock = { result in
                told.add("end \((try? result.get()) != nil)")
            }
            operation.modifyRecordsCompletionBlock = { saved, removed, error in
                let failures = (error as? CKError)?.partialErrorsByItemID ?? [:]
                told.add("\(saved?.count ?? 0) \(removed?.count ?? 0) \(failures.count)")
            }
            run(operation)
            #expect(
                told.all == [
                    "progress new 1.0", "saved new true", "new 0", "progress conflict 1.0",
                    "saved conflict false", "conflict 14", "removed old", "end true", "1 1 1",
                ]
            )
        }
    }

    @Test("a request with a name is done once")
    func token() throws {
        try inCloud {
            let codes = Told<Int>()
            for _ in 0..<2 {
                let operation = CKModifyRecordsOperation(recordsToSave: [note("a")])
                operation.clientChangeTokenData = Data([1])
                operation.modifyRecordsCompletionBlock = { _, _, error in
                    codes.add((error as? CKError)?.code.rawValue ?? 0)
                }
                run(operation)
            }
            #expect(codes.all == [0, 0])
        }
    }

    @Test("records are fetched by their names")
    func fetch() throws {
        try inCloud {
            save("a")
            let told = Told<String>()
            let operation = CKFetchRecordsOperation(recordIDs: [
                note("a").recordID, note("b").recordID,
            ])
            operation.desiredKeys = ["text"]
            operation.perRecordResultBlock = { id, result in
                told.add("\(id.recordName) \((try? result.get()) != nil)")
            }
            operation.perRecordCompletionBlock = { record, id, error in
                told.add("\(id?.recordName ?? "") \(record != nil) \(error == nil)")
            }
            operation.fetchRecordsResultBlock = { told.add("\((try? $0.get()) != nil)") }
            operation.fetchRecordsCompletionBlock = { records, error in
                told.add("\(records?.count ?? 0) \((error as? CKError)?.code.rawValue ?? 0)")
            }
            run(operation)
            #expect(
                told.all == ["a true", "a true true", "b false", "b false false", "true", "1 2"]
            )
        }
    }

    @Test("a query goes on at its cursor")
    func query() throws {
        try inCloud {
            save("a", "b", "c")
            let told = Told<String>()
            let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "text >= 'a'"))
            let first = CKQueryOperation(query: query)
            first.zoneID = zone.zoneID
            first.resultsLimit = 2
            first.recordMatchedBlock = { id, _ in told.add(id.recordName) }
            first.queryResultBlock = { result in
                guard let cursor = try? result.get() else { return }
                let next = CKQueryOperation(cursor: cursor)
                next.recordFetchedBlock = { told.add($0.recordID.recordName) }
                next.queryCompletionBlock = { cursor, _ in told.add("\(cursor == nil)") }
                next.start()
            }
            run(first)
            #expect(told.all == ["a", "b", "c", "true"])
            let empty = CKQueryOperation()
            empty.queryCompletionBlock = { _, error in
                told.add("\((error as? CKError)?.code.rawValue ?? 0)")
            }
            run(empty)
            #expect(told.all.last == "12")
        }
    }

    @Test("all pages of what changed in zones come, or the first")
    func changes() throws {
        try inCloud {
            save("a", "b", "c")
            run(CKModifyRecordsOperation(recordIDsToDelete: [note("c").recordID]))
            for isWhole in [true, false] {
                let told = Told<String>()
                run(changes(isWhole, told))
                let zones =
                    isWhole
                    ? ["true", "notes false", "notes true false true"]
                    : ["notes true", "notes true true true"]
                #expect(
                    told.all == ["a", "a", "b", "b"] + zones
                        + ["none false", "none false false false", "true", "2"]
                )
            }
        }
    }

    private func changes(
        _ isWhole: Bool,
        _ told: Told<String>
    ) -> CKFetchRecordZoneChangesOperation {
        let operation = CKFetchRecordZoneChangesOperation(
            recordZoneIDs: [zone.zoneID, .init(zoneName: "none")],
            configurationsByRecordZoneID: [
                zone.zoneID: .init(previousServerChangeToken: nil, resultsLimit: 400)
            ]
        )
        operation.fetchAllChanges = isWhole
        operation.recordWasChangedBlock = { id, _ in told.add(id.recordName) }
        operation.recordChangedBlock = { told.add($0.recordID.recordName) }
        operation.recordWithIDWasDeletedBlock = { id, type in
            told.add("-\(id.recordName) \(type)")
        }
        operation.recordZoneChangeTokensUpdatedBlock = { _, token, _ in
            told.add("\(token != nil)")
        }
        operation.recordZoneFetchResultBlock = { zone, result in
            told.add("\(zone.zoneName) \((try? result.get())?.moreComing ?? false)")
        }
        operation.recordZoneFetchCompletionBlock = { zone, token, _, hasMore, error in
            told.add("\(zone.zoneName) \(token != nil) \(hasMore) \(error == nil)")
        }
        operation.fetchRecordZoneChangesResultBlock = {
            told.add("\((try? $0.get()) != nil)")
        }
        operation.fetchRecordZoneChangesCompletionBlock = { error in
            told.add("\((error as? CKError)?.code.rawValue ?? 0)")
        }
        return operation
    }

    @Test("how an operation is done changes nothing here, and the older names are the same")
    func configuration() throws {
        let configuration = CKOperation.Configuration()
        configuration.isLongLived = true
        configuration.allowsCellularAccess = false
        configuration.timeoutIntervalForRequest = 10
        configuration.timeoutIntervalForResource = 20
        let zones = [zone.zoneID: CKFetchRecordZoneChangesOperation.ZoneOptions()]
        let operation = CKFetchRecordZoneChangesOperation(
            recordZoneIDs: [zone.zoneID],
            optionsByRecordZoneID: zones
        )
        operation.configuration = configuration
        #expect(operation.optionsByRecordZoneID?.count == 1)
        #expect(operation.operationID != CKQueryOperation().operationID)
        #expect(CKQueryOperation().resultsLimit == CKQueryOperation.maximumResults)
        try inCloud {
            save("a")
            let told = Told<String>()
            operation.fetchRecordZoneChangesCompletionBlock = { told.add("\($0 == nil)") }
            CKContainer.default().privateCloudDatabase.add(operation)
            operation.waitUntilFinished()
            #expect(told.all == ["true"])
        }
    }

    @Test("zones are fetched, by name or all")
    func zones() throws {
        try inCloud {
            let told = Told<String>()
            let named = CKFetchRecordZonesOperation(recordZoneIDs: [zone.zoneID])
            named.perRecordZoneResultBlock = { id, _ in told.add(id.zoneName) }
            named.fetchRecordZonesResultBlock = { told.add("\((try? $0.get()) != nil)") }
            let all = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
            all.fetchRecordZonesCompletionBlock = { zones, error in
                told.add("\(zones?.count ?? 0) \(error == nil)")
            }
            let removal = CKModifyRecordZonesOperation(
                recordZonesToSave: nil,
                recordZoneIDsToDelete: [zone.zoneID]
            )
            removal.perRecordZoneSaveBlock = { id, _ in told.add("+\(id.zoneName)") }
            removal.perRecordZoneDeleteBlock = { id, _ in told.add("-\(id.zoneName)") }
            removal.modifyRecordZonesResultBlock = { told.add("\((try? $0.get()) != nil)") }
            removal.modifyRecordZonesCompletionBlock = { made, removed, error in
                told.add("\(made?.count ?? 0) \(removed?.count ?? 0) \(error == nil)")
            }
            run(named)
            run(all)
            run(removal)
            #expect(told.all == ["notes", "true", "2 true", "-notes", "true", "0 1 true"])
        }
    }

    @Test("one that is cancelled or meets no network tells the whole's block")
    func failures() throws {
        try inCloud {
            let told = Told<Int>()
            let cancelled = CKFetchRecordZonesOperation()
            cancelled.fetchRecordZonesCompletionBlock = { _, error in
                told.add((error as? CKError)?.code.rawValue ?? 0)
            }
            cancelled.cancel()
            cancelled.main()
            cloud.failNext(.networkUnavailable)
            let offline = CKModifyRecordsOperation(recordsToSave: [note("a")])
            offline.configuration.qualityOfService = .userInitiated
            offline.modifyRecordsResultBlock = { result in
                if case .failure(let error) = result {
                    told.add((error as? CKError)?.code.rawValue ?? 0)
                }
            }
            run(offline)
            #expect(told.all == [20, 3])
        }
    }
}
