import Foundation

/// Fetches records by their names.
public final class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// Their names.
    public var recordIDs: [CKRecord.ID]?
    /// The fields that are wanted; nil for all.
    public var desiredKeys: [CKRecord.FieldKey]?
    /// Told of each record.
    public var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Told of each record, in the older form.
    public var perRecordCompletionBlock: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)?
    /// Told at the end.
    public var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Told at the end, in the older form: a partial failure where some records failed.
    public var fetchRecordsCompletionBlock: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)?

    /// An operation that fetches nothing yet.
    public convenience override init() { self.init(recordIDs: []) }

    /// Fetches records.
    public init(recordIDs: [CKRecord.ID]) {
        self.recordIDs = recordIDs
        super.init()
    }

    override func run() {
        do {
            let ids = recordIDs ?? []
            let results = try target.fetched(ids, desiredKeys)
            var records: [CKRecord.ID: CKRecord] = [:]
            var failures: [AnyHashable: any Error] = [:]
            for id in ids {
                guard let result = results[id] else { continue }
                records[id] = try? result.get()
                failures[id] = result.failure
                perRecordResultBlock?(id, result)
                perRecordCompletionBlock?(records[id], id, result.failure)
            }
            fetchRecordsResultBlock?(.success(()))
            fetchRecordsCompletionBlock?(records, CKError(failures: failures))
        } catch { end(error) }
    }

    override func end(_ error: any Error) {
        fetchRecordsResultBlock?(.failure(error))
        fetchRecordsCompletionBlock?(nil, error)
    }
}
