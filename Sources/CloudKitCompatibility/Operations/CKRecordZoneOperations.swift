import Foundation

/// Makes and removes zones.
public final class CKModifyRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
    /// Those that are to be made.
    public var recordZonesToSave: [CKRecordZone]?
    /// Those that are to be removed.
    public var recordZoneIDsToDelete: [CKRecordZone.ID]?
    /// Told of each zone that was made.
    public var perRecordZoneSaveBlock: ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
    /// Told of each zone that was removed.
    public var perRecordZoneDeleteBlock: ((CKRecordZone.ID, Result<Void, any Error>) -> Void)?
    /// Told at the end.
    public var modifyRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Told at the end, in the older form.
    public var modifyRecordZonesCompletionBlock:
        (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?

    /// An operation that makes and removes nothing yet.
    public convenience override init() {
        self.init(recordZonesToSave: nil, recordZoneIDsToDelete: nil)
    }

    /// Makes and removes zones.
    public init(
        recordZonesToSave: [CKRecordZone]? = nil,
        recordZoneIDsToDelete: [CKRecordZone.ID]? = nil
    ) {
        self.recordZonesToSave = recordZonesToSave
        self.recordZoneIDsToDelete = recordZoneIDsToDelete
        super.init()
    }

    override func run() {
        do {
            tell(try target.modified(recordZonesToSave ?? [], recordZoneIDsToDelete ?? []))
        } catch { end(error) }
    }

    private func tell(_ results: CKDatabase.ModifyZonesResults) {
        var failures: [AnyHashable: any Error] = [:]
        for (id, result) in results.saveResults {
            failures[id] = result.failure
            perRecordZoneSaveBlock?(id, result)
        }
        for (id, result) in results.deleteResults {
            failures[id] = result.failure
            perRecordZoneDeleteBlock?(id, result)
        }
        let whole = CKError(failures: failures)
        modifyRecordZonesResultBlock?(whole.map { .failure($0) } ?? .success(()))
        modifyRecordZonesCompletionBlock?(
            results.saveResults.values.compactMap { try? $0.get() },
            results.deleteResults.compactMap { $0.value.failure == nil ? $0.key : nil },
            whole
        )
    }

    override func end(_ error: any Error) {
        modifyRecordZonesResultBlock?(.failure(error))
        modifyRecordZonesCompletionBlock?(nil, nil, error)
    }
}

/// Fetches zones.
public final class CKFetchRecordZonesOperation: CKDatabaseOperation, @unchecked Sendable {
    /// Their names; nil for all.
    public var recordZoneIDs: [CKRecordZone.ID]?
    /// Told of each zone.
    public var perRecordZoneResultBlock:
        ((CKRecordZone.ID, Result<CKRecordZone, any Error>) -> Void)?
    /// Told at the end.
    public var fetchRecordZonesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Told at the end, in the older form: a partial failure where some are not there.
    public var fetchRecordZonesCompletionBlock:
        (([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?

    /// Fetches all zones.
    public class func fetchAllRecordZonesOperation() -> CKFetchRecordZonesOperation {
        CKFetchRecordZonesOperation()
    }

    /// Fetches all zones.
    public override init() { super.init() }

    /// Fetches zones by their names.
    public convenience init(recordZoneIDs: [CKRecordZone.ID]) {
        self.init()
        self.recordZoneIDs = recordZoneIDs
    }

    override func run() {
        do {
            let ids = try recordZoneIDs ?? target.allZones().map(\.zoneID)
            let results = try target.zones(ids)
            var failures: [AnyHashable: any Error] = [:]
            for (id, result) in results {
                failures[id] = result.failure
                perRecordZoneResultBlock?(id, result)
            }
            fetchRecordZonesResultBlock?(.success(()))
            fetchRecordZonesCompletionBlock?(
                results.compactMapValues { try? $0.get() },
                CKError(failures: failures)
            )
        } catch { end(error) }
    }

    override func end(_ error: any Error) {
        fetchRecordZonesResultBlock?(.failure(error))
        fetchRecordZonesCompletionBlock?(nil, error)
    }
}
