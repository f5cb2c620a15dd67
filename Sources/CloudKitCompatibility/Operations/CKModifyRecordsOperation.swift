import CloudRecords
public import Foundation

/// Saves and removes records in one request.
public final class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// What a save does when the record on the service is another than the one that was fetched;
    /// Apple's numbers.
    public enum RecordSavePolicy: Int, Sendable {
        /// Saves the changed keys if nobody saved the record since it was fetched.
        case ifServerRecordUnchanged
        /// Saves the changed keys, whatever others did to them.
        case changedKeys
        /// Saves all keys that the record has here, whatever others did to them.
        case allKeys

        var policy: SavePolicy {
            switch self {
            case .ifServerRecordUnchanged: .ifUnchanged
            case .changedKeys: .changedKeys
            case .allKeys: .allKeys
            }
        }
    }

    /// Those that are to be saved.
    public var recordsToSave: [CKRecord]?
    /// Those that are to be removed.
    public var recordIDsToDelete: [CKRecord.ID]?
    /// What happens to records that others saved.
    public var savePolicy = RecordSavePolicy.ifServerRecordUnchanged
    /// Whether nothing is done in a zone where something fails.
    public var isAtomic = true
    /// A name for the request: repeated with it, it is done once.
    public var clientChangeTokenData: Data?

    /// Told how far a save is: here at its end alone.
    public var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
    /// Told of each save.
    public var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Told of each removal.
    public var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?
    /// Told of each save, in the older form.
    public var perRecordCompletionBlock: ((CKRecord, (any Error)?) -> Void)?
    /// Told at the end; failures of single records are none of the whole here, as with Apple's.
    public var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Told at the end, in the older form: a partial failure where some records failed.
    public var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?

    /// An operation that saves and removes nothing yet.
    public convenience override init() { self.init(recordsToSave: nil, recordIDsToDelete: nil) }

    /// Saves and removes records.
    public init(recordsToSave: [CKRecord]? = nil, recordIDsToDelete: [CKRecord.ID]? = nil) {
        self.recordsToSave = recordsToSave
        self.recordIDsToDelete = recordIDsToDelete
        super.init()
    }

    override func run() {
        let (records, ids) = (recordsToSave ?? [], recordIDsToDelete ?? [])
        do {
            let results = try target.modified(
                records,
                ids,
                savePolicy,
                isAtomic,
                token: clientChangeTokenData
            )
            tell(results, records, ids)
        } catch { end(error) }
    }

    override func end(_ error: any Error) {
        modifyRecordsResultBlock?(.failure(error))
        modifyRecordsCompletionBlock?(nil, nil, error)
    }

    private func tell(
        _ results: CKDatabase.ModifyResults,
        _ records: [CKRecord],
        _ ids: [CKRecord.ID]
    ) {
        var failures: [AnyHashable: any Error] = [:]
        var saved: [CKRecord] = []
        for record in records {
            let id = record.recordID
            guard let result = results.saveResults[id] else { continue }
            failures[id] = result.failure
            perRecordProgressBlock?(record, 1)
            perRecordSaveBlock?(id, result)
            perRecordCompletionBlock?((try? result.get()) ?? record, result.failure)
            if case .success(let record) = result { saved.append(record) }
        }
        for id in ids {
            guard let result = results.deleteResults[id] else { continue }
            failures[id] = result.failure
            perRecordDeleteBlock?(id, result)
        }
        modifyRecordsResultBlock?(.success(()))
        modifyRecordsCompletionBlock?(
            saved,
            ids.filter { failures[$0] == nil },
            CKError(failures: failures)
        )
    }
}
