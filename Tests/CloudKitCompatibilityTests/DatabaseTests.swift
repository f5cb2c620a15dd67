import CloudKit
import CloudRecords
import ProtectionTesting
import Testing

@Suite("databases under Apple's names")
struct DatabaseTests {
    private let cloud: TestCloud
    private let zone = CKRecordZone(zoneName: "notes")

    init() throws { cloud = try TestCloud() }

    private var database: CKDatabase { CKContainer.default().privateCloudDatabase }

    private func inCloud(_ body: () async throws -> Void) async throws {
        try await cloud.whileCurrent(on: cloud.device) {
            try await database.save(zone)
            try await body()
        }
    }

    private func note(_ name: String, _ text: String) -> CKRecord {
        let record = CKRecord(
            recordType: "Note",
            recordID: .init(recordName: name, zoneID: zone.zoneID)
        )
        record["text"] = text
        return record
    }

    private func code(_ body: () async throws -> Void) async -> CKError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? CKError)?.code }
    }

    @Test("a record is saved, fetched, changed and removed")
    func record() async throws {
        try await inCloud {
            let saved = try await database.save(note("a", "milk"))
            #expect(saved.recordChangeTag != nil && saved.creationDate != nil)
            #expect(try await database.record(for: saved.recordID)["text"] as? String == "milk")
            #expect(cloud.serverSide("Note", "a")?.fields["text"] == .string("milk"))
            let found = try await database.records(
                for: [saved.recordID, .init(recordName: "none", zoneID: zone.zoneID)],
                desiredKeys: []
            )
            #expect(try found[saved.recordID]?.get().allKeys() == [])
            #expect(found.count == 2)
            try await database.deleteRecord(withID: saved.recordID)
            #expect(
                await code { _ = try await database.record(for: saved.recordID) } == .unknownItem
            )
        }
    }

    @Test("a conflict has the three records, and the server's is the one to save")
    func conflict() async throws {
        try await inCloud {
            let first = try await database.save(note("a", "milk"))
            let second = try await database.record(for: first.recordID)
            second["text"] = "bread"
            try await database.save(second)
            first["text"] = "eggs"
            do {
                try await database.save(first)
                Issue.record("saved")
            } catch let error as CKError {
                #expect(error.code == .serverRecordChanged)
                #expect(error.clientRecord?["text"] as? String == "eggs")
                #expect(error.serverRecord?["text"] as? String == "bread")
                #expect(error.ancestorRecord?["text"] as? String == "milk")
                let server = try #require(error.serverRecord)
                server["text"] = "eggs, bread"
                let merged = try await database.save(server)
                #expect(merged["text"] as? String == "eggs, bread")
            }
        }
    }

    @Test("a batch says what became of each record")
    func batch() async throws {
        try await inCloud {
            let old = try await database.save(note("old", "x"))
            try await database.save(note("conflict", "x"))
            let results = try await database.modifyRecords(
                saving: [note("new", "y"), note("conflict", "y")],
                deleting: [old.recordID],
                savePolicy: .ifServerRecordUnchanged,
                atomically: false
            )
            #expect(results.saveResults.count == 2)
            #expect(try results.deleteResults[old.recordID]?.get() != nil)
            let failure = results.saveResults.values.compactMap { result -> CKError? in
                if case .failure(let error) = result { error as? CKError } else { nil }
            }
            #expect(failure.map(\.code) == [.serverRecordChanged])
            let forced = try await database.modifyRecords(
                saving: [note("conflict", "z")],
                deleting: [],
                savePolicy: .changedKeys
            )
            #expect(try forced.saveResults.values.first?.get()["text"] as? String == "z")
        }
    }

    @Test("what changed in a zone comes in pages, with what was removed")
    func changes() async throws {
        try await inCloud {
            let first = try await database.save(note("a", "milk"))
            let all = try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: nil)
            #expect(all.modificationResultsByID.count == 1 && !all.moreComing)
            try await database.deleteRecord(withID: first.recordID)
            try await database.save(note("b", "bread"))
            let token = try #require(
                try NSKeyedUnarchiver.unarchivedObject(
                    ofClass: CKServerChangeToken.self,
                    from: NSKeyedArchiver.archivedData(
                        withRootObject: all.changeToken,
                        requiringSecureCoding: true
                    )
                )
            )
            let news = try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: token)
            #expect(
                try news.modificationResultsByID.values.map {
                    try $0.get().record.recordID.recordName
                } == ["b"]
            )
            #expect(news.deletions.map(\.recordID) == [first.recordID])
            #expect(news.deletions.map(\.recordType) == ["Note"])
            try cloud.expireTokens()
            let late = await code {
                _ = try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: token)
            }
            #expect(late == .changeTokenExpired)
        }
    }

    @Test("zones are made, listed and removed; the public database has none to make")
    func zones() async throws {
        try await inCloud {
            #expect(try await database.allRecordZones().contains(zone))
            #expect(try await database.recordZone(for: zone.zoneID) == zone)
            let missing = CKRecordZone.ID(zoneName: "none")
            #expect(await code { _ = try await database.recordZone(for: missing) } == .zoneNotFound)
            #expect(try await database.recordZones(for: [missing]).count == 1)
            let results = try await database.modifyRecordZones(
                saving: [CKRecordZone(zoneName: "more")],
                deleting: [zone.zoneID]
            )
            #expect(results.saveResults.count == 1 && results.deleteResults.count == 1)
            try await database.deleteRecordZone(withID: .init(zoneName: "more"))
            let world = CKContainer.default().publicCloudDatabase
            #expect(await code { try await world.save(zone) } == .badDatabase)
            cloud.failNext(.networkUnavailable)
            let offline = await code {
                _ = try await database.modifyRecordZones(saving: [zone], deleting: [])
            }
            #expect(offline == .networkUnavailable)
        }
    }

    @Test(
        "what goes wrong has Apple's code",
        arguments: [
            (ErrorCode.networkUnavailable, CKError.Code.networkUnavailable),
            (.serviceUnavailable, .serviceUnavailable), (.rateLimited, .requestRateLimited),
            (.zoneBusy, .zoneBusy), (.quotaExceeded, .quotaExceeded),
            (.limitExceeded, .limitExceeded), (.notAuthenticated, .notAuthenticated),
            (.permissionDenied, .permissionFailure), (.referenceViolation, .referenceViolation),
            (.userDeletedZone, .userDeletedZone), (.internalError, .internalError),
            (.partialFailure, .partialFailure), (.batchFailed, .batchRequestFailed),
        ]
    )
    func codes(ours: ErrorCode, apples: CKError.Code) async throws {
        try await inCloud {
            cloud.failNext(ours, retryAfter: ours == .zoneBusy ? .seconds(3) : nil)
            do {
                try await database.save(note("a", "milk"))
                Issue.record("saved")
            } catch let error as CKError {
                #expect(error.code == apples)
                #expect(error.retryAfterSeconds == (ours == .zoneBusy ? 3 : nil))
                #expect(error.localizedDescription.contains(ours.description))
            }
        }
    }

    @Test("a lost answer, a key reset and a locked account have codes of their own")
    func ownCodes() async throws {
        try await inCloud {
            cloud.loseNextAnswer()
            #expect(
                await code { try await database.save(note("a", "milk")) } == .serverResponseLost
            )
            try cloud.resetKeys()
            do { try await database.save(note("b", "milk")) } catch let error as CKError {
                #expect(error.code == .zoneNotFound)
                #expect(error.userInfo[CKErrorUserDidResetEncryptedDataKey] as? Bool == true)
            }
            cloud.account(on: cloud.device).status = .unavailable
            let refusal = await code { try await database.save(note("b", "milk")) }
            #expect(refusal == .accountTemporarilyUnavailable)
        }
    }

    @Test("a value that no field can have is refused when the record is saved")
    func refused() async throws {
        try await inCloud {
            let record = note("a", "milk")
            record["list"] = [1, "a"] as [Any]
            #expect(await code { try await database.save(record) } == .invalidArguments)
            record["list"] = [URL(filePath: "/")] as [Any]
            #expect(await code { try await database.save(record) } == .invalidArguments)
            record["list"] = nil
            try await database.save(record)
        }
    }

    @Test("calls with handlers answer on another queue, for the same cloud")
    func handlers() async throws {
        try await inCloud {
            let (database, note) = (database, note("a", "milk"))
            let saved: CKRecord? = await withCheckedContinuation { waiting in
                database.save(note) { record, error in waiting.resume(returning: record) }
            }
            let id = try #require(saved?.recordID)
            let fetched: CKRecord? = await withCheckedContinuation { waiting in
                database.fetch(withRecordID: id) { record, _ in waiting.resume(returning: record) }
            }
            #expect(fetched?["text"] as? String == "milk")
            let zones: [CKRecordZone]? = await withCheckedContinuation { waiting in
                database.fetchAllRecordZones { zones, _ in waiting.resume(returning: zones) }
            }
            #expect(zones?.count == 2)
            let zone: CKRecordZone? = await withCheckedContinuation { waiting in
                database.fetch(withRecordZoneID: id.zoneID) { zone, _ in
                    waiting.resume(returning: zone)
                }
            }
            #expect(zone?.zoneID == id.zoneID)
            let removed: CKRecord.ID? = await withCheckedContinuation { waiting in
                database.delete(withRecordID: id) { id, _ in waiting.resume(returning: id) }
            }
            #expect(removed == id)
            let made: CKRecordZone? = await withCheckedContinuation { waiting in
                database.save(CKRecordZone(zoneName: "b")) { zone, _ in
                    waiting.resume(returning: zone)
                }
            }
            let gone: CKRecordZone.ID? = await withCheckedContinuation { waiting in
                database.delete(withRecordZoneID: made?.zoneID ?? .default) { id, _ in
                    waiting.resume(returning: id)
                }
            }
            #expect(gone == made?.zoneID)
        }
    }
}
