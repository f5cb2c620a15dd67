import CloudRecords
import Foundation

/// Records.
extension CKDatabase {
    /// What became of each record that was to be saved and of each that was to be removed.
    public typealias ModifyResults = (
        saveResults: [CKRecord.ID: Result<CKRecord, any Error>],
        deleteResults: [CKRecord.ID: Result<Void, any Error>]
    )

    /// A record by its name.
    public func record(for recordID: CKRecord.ID) async throws -> CKRecord {
        try fetched(recordID)
    }

    /// Records by their names, each or why it cannot be had.
    public func records(
        for ids: [CKRecord.ID],
        desiredKeys: [CKRecord.FieldKey]? = nil
    ) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
        try fetched(ids, desiredKeys)
    }

    /// Saves a record if nobody has saved it since it was fetched; gives it as it is then.
    @discardableResult
    public func save(_ record: CKRecord) async throws -> CKRecord { try saved(record) }

    /// Removes a record, and those that do not outlive it.
    @discardableResult
    public func deleteRecord(withID recordID: CKRecord.ID) async throws -> CKRecord.ID {
        try deleted(recordID)
    }

    /// Saves and removes records in one request.
    public func modifyRecords(
        saving recordsToSave: [CKRecord],
        deleting recordIDsToDelete: [CKRecord.ID],
        savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
        atomically: Bool = true
    ) async throws -> ModifyResults {
        try modified(recordsToSave, recordIDsToDelete, savePolicy, atomically)
    }

    // MARK: With handlers

    /// Fetches a record.
    @preconcurrency
    public func fetch(
        withRecordID recordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.fetched(recordID) }.tell(completionHandler) }
    }

    /// Saves a record if nobody has saved it since it was fetched.
    @preconcurrency
    public func save(
        _ record: CKRecord,
        completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.saved(record) }.tell(completionHandler) }
    }

    /// Removes a record, and those that do not outlive it.
    @preconcurrency
    public func delete(
        withRecordID recordID: CKRecord.ID,
        completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.deleted(recordID) }.tell(completionHandler) }
    }

    // MARK: Doing it

    func fetched(_ id: CKRecord.ID) throws -> CKRecord {
        try ask { CKRecord(try $0.record(id.id)) }
    }

    func fetched(
        _ ids: [CKRecord.ID],
        _ keys: [CKRecord.FieldKey]?
    ) throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
        let outcomes = try ask { try $0.fetch(ids.map(\.id), keys: keys.map { Set($0) }) }
        var results: [CKRecord.ID: Result<CKRecord, any Error>] = [:]
        for (id, outcome) in zip(ids, outcomes) { results[id] = result(of: outcome, id) }
        return results
    }

    func saved(_ record: CKRecord) throws -> CKRecord {
        let record = try record.checked()
        return try ask { CKRecord(try $0.save(record)) }
    }

    func deleted(_ id: CKRecord.ID) throws -> CKRecord.ID {
        try ask { try $0.remove(id.id) }
        return id
    }

    func modified(
        _ records: [CKRecord],
        _ ids: [CKRecord.ID],
        _ policy: CKModifyRecordsOperation.RecordSavePolicy,
        _ isAtomic: Bool,
        token: Data? = nil
    ) throws -> ModifyResults {
        let saves = try records.map { record throws(CKError) in try record.checked() }
        let outcomes = try ask {
            try $0.change(
                saving: saves,
                removing: ids.map(\.id),
                policy: policy.policy,
                isAtomic: isAtomic,
                token: token.map { [UInt8]($0) }
            )
        }
        var results: ModifyResults = ([:], [:])
        for (record, outcome) in zip(records, outcomes) {
            let id = record.recordID
            results.saveResults[id] = result(of: outcome, id)
        }
        for (id, outcome) in zip(ids, outcomes.dropFirst(records.count)) {
            results.deleteResults[id] =
                outcome.failure.map { .failure(asApps($0)) } ?? .success(())
        }
        return results
    }

    private func result(
        of outcome: RecordOutcome,
        _ id: CKRecord.ID
    ) -> Result<CKRecord, any Error> {
        if let failure = outcome.failure { return .failure(asApps(failure)) }
        return outcome.record.map { .success(CKRecord($0)) }
            ?? .failure(CKError(.unknownItem, "the record '\(id.id)' does not exist"))
    }
}
