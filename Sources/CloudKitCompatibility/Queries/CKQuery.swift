import CloudRecords
public import Foundation

/// What is searched for.
public final class CKQuery: NSObject, NSCopying, @unchecked Sendable {
    /// The name of the records' type.
    public let recordType: CKRecord.RecordType
    /// Which records.
    public let predicate: NSPredicate
    /// In which order they are wanted.
    // Set before it is used, as Apple's is.
    public var sortDescriptors: [NSSortDescriptor]?

    /// Describes a search.
    ///
    /// The predicate is one of those that `NSPredicate(format:)` of this module makes, or
    /// `NSPredicate(value: true)`, alone or in an `NSCompoundPredicate`.
    public init(recordType: CKRecord.RecordType, predicate: NSPredicate) {
        self.recordType = recordType
        self.predicate = predicate
    }

    /// Another with the same in it.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = CKQuery(recordType: recordType, predicate: predicate)
        copy.sortDescriptors = sortDescriptors
        return copy
    }

    /// The search as the service knows it.
    ///
    /// - Throws: ``CKError`` with `invalidArguments` for a predicate or an order that it does not know.
    func query() throws -> RecordQuery {
        let text = try PredicateText(predicate)
        let known: RecordPredicate
        do {
            known = try RecordPredicate(format: text.format, text.arguments)
        } catch {
            throw error.asApps()
        }
        let sort = try (sortDescriptors ?? []).map { descriptor in
            guard let key = descriptor.recordKey else {
                throw CKError(
                    .invalidArguments,
                    "a query sorts by the names of fields: NSSortDescriptor(key:ascending:)"
                )
            }
            return RecordSort(key, isAscending: descriptor.ascending)
        }
        return RecordQuery(recordType, known, sort: sort)
    }
}

/// Queries.
extension CKDatabase {
    /// A page of what a query found, and where it goes on.
    public typealias MatchResults = (
        matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
        queryCursor: CKQueryOperation.Cursor?
    )

    /// A page of the records that a query finds.
    public func records(
        matching query: CKQuery,
        inZoneWith zoneID: CKRecordZone.ID? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults
    ) async throws -> MatchResults {
        try found(query, zoneID, desiredKeys, resultsLimit)
    }

    /// The next page.
    public func records(
        continuingMatchFrom queryCursor: CKQueryOperation.Cursor,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults
    ) async throws -> MatchResults {
        try found(queryCursor, desiredKeys, resultsLimit)
    }

    /// Finds the records of the first page.
    @preconcurrency
    public func perform(
        _ query: CKQuery,
        inZoneWith zoneID: CKRecordZone.ID?,
        completionHandler: @escaping @Sendable ([CKRecord]?, (any Error)?) -> Void
    ) {
        cloud.later {
            Result {
                try self.found(query, zoneID, nil, CKQueryOperation.maximumResults)
                    .matchResults.map { try $0.1.get() }
            }.tell(completionHandler)
        }
    }

    func found(
        _ query: CKQuery,
        _ zone: CKRecordZone.ID?,
        _ keys: [CKRecord.FieldKey]?,
        _ limit: Int
    ) throws -> MatchResults {
        try found(.init(query: query.query(), zone: zone?.id, next: nil), keys, limit)
    }

    func found(
        _ place: CKQueryOperation.Cursor,
        _ keys: [CKRecord.FieldKey]?,
        _ limit: Int
    ) throws -> MatchResults {
        let page = try ask {
            try $0.find(
                place.query,
                in: place.zone,
                keys: keys.map { Set($0) },
                limit: limit == CKQueryOperation.maximumResults ? nil : limit,
                after: place.next
            )
        }
        return (
            page.records.map { (CKRecord.ID($0.id), .success(CKRecord($0))) },
            page.cursor.map { .init(query: place.query, zone: place.zone, next: $0) }
        )
    }
}
