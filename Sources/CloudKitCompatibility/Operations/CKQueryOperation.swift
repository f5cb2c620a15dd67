import CloudRecords
public import Foundation

/// Finds records.
public final class CKQueryOperation: CKDatabaseOperation, @unchecked Sendable {
    /// Where a search goes on.
    public final class Cursor: NSObject, Sendable {
        let query: RecordQuery
        let zone: RecordZoneID?
        let next: RecordCursor?

        init(query: RecordQuery, zone: RecordZoneID?, next: RecordCursor?) {
            self.query = query
            self.zone = zone
            self.next = next
        }
    }

    /// As many as the service gives.
    public static let maximumResults = 0

    /// What is searched for.
    public var query: CKQuery?
    /// Where it goes on.
    public var cursor: Cursor?
    /// Where; nil for all zones.
    public var zoneID: CKRecordZone.ID?
    /// The fields that are wanted; nil for all.
    public var desiredKeys: [CKRecord.FieldKey]?
    /// How many records the page has at most.
    public var resultsLimit = CKQueryOperation.maximumResults
    /// Told of each record.
    public var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Told of each record, in the older form.
    public var recordFetchedBlock: ((CKRecord) -> Void)?
    /// Told at the end where it goes on.
    public var queryResultBlock: ((Result<Cursor?, any Error>) -> Void)?
    /// Told at the end where it goes on, in the older form.
    public var queryCompletionBlock: ((Cursor?, (any Error)?) -> Void)?

    /// An operation that searches for nothing yet.
    public override init() { super.init() }

    /// Searches from the beginning.
    public convenience init(query: CKQuery) {
        self.init()
        self.query = query
    }

    /// Goes on with a search.
    public convenience init(cursor: Cursor) {
        self.init()
        self.cursor = cursor
    }

    override func run() {
        do {
            let page = try page()
            for (id, result) in page.matchResults {
                recordMatchedBlock?(id, result)
                if case .success(let record) = result { recordFetchedBlock?(record) }
            }
            queryResultBlock?(.success(page.queryCursor))
            queryCompletionBlock?(page.queryCursor, nil)
        } catch { end(error) }
    }

    private func page() throws -> CKDatabase.MatchResults {
        if let cursor { return try target.found(cursor, desiredKeys, resultsLimit) }
        guard let query else {
            throw CKError(.invalidArguments, "the operation has neither query nor cursor")
        }
        return try target.found(query, zoneID, desiredKeys, resultsLimit)
    }

    override func end(_ error: any Error) {
        queryResultBlock?(.failure(error))
        queryCompletionBlock?(nil, error)
    }
}
