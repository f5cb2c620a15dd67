import Foundation

/// Fetches which zones changed.
public final class CKFetchDatabaseChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    /// What the changes end with.
    public typealias DatabaseFetch = (serverChangeToken: CKServerChangeToken, moreComing: Bool)

    /// Up to where the changes are known; nil for nothing.
    public var previousServerChangeToken: CKServerChangeToken?
    /// How many are wanted; the service gives as many as it gives.
    public var resultsLimit = 0
    /// Whether all pages are fetched, or the first.
    public var fetchAllChanges = true
    /// Told of each zone that was made, or in which something changed.
    public var recordZoneWithIDChangedBlock: ((CKRecordZone.ID) -> Void)?
    /// Told of each zone that is no longer there.
    public var recordZoneWithIDWasDeletedBlock: ((CKRecordZone.ID) -> Void)?
    /// Told of each zone that the user has removed.
    public var recordZoneWithIDWasPurgedBlock: ((CKRecordZone.ID) -> Void)?
    /// Told of each zone that is gone because the user's keys were reset.
    public var recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock:
        ((CKRecordZone.ID) -> Void)?
    /// Told after each page but the last up to where the changes are known.
    public var changeTokenUpdatedBlock: ((CKServerChangeToken) -> Void)?
    /// Told at the end.
    public var fetchDatabaseChangesResultBlock: ((Result<DatabaseFetch, any Error>) -> Void)?
    /// Told at the end, in the older form.
    public var fetchDatabaseChangesCompletionBlock:
        ((CKServerChangeToken?, Bool, (any Error)?) -> Void)?

    /// Fetches all zones.
    public convenience override init() { self.init(previousServerChangeToken: nil) }

    /// Fetches which zones changed since a token was given.
    public init(previousServerChangeToken: CKServerChangeToken?) {
        self.previousServerChangeToken = previousServerChangeToken
        super.init()
    }

    override func run() {
        do {
            var token = previousServerChangeToken
            while true {
                let page = try target.changedZones(since: token)
                tell(page)
                token = page.changeToken
                if page.moreComing, fetchAllChanges, !isCancelled {
                    changeTokenUpdatedBlock?(page.changeToken)
                    continue
                }
                fetchDatabaseChangesResultBlock?(.success((page.changeToken, page.moreComing)))
                fetchDatabaseChangesCompletionBlock?(page.changeToken, page.moreComing, nil)
                return
            }
        } catch { end(error) }
    }

    private func tell(_ page: CKDatabase.DatabaseChanges) {
        for deletion in page.deletions {
            switch deletion.reason {
            case .deleted: recordZoneWithIDWasDeletedBlock?(deletion.zoneID)
            case .purged:
                (recordZoneWithIDWasPurgedBlock ?? recordZoneWithIDWasDeletedBlock)?(
                    deletion.zoneID
                )
            case .encryptedDataReset:
                (recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock
                    ?? recordZoneWithIDWasDeletedBlock)?(deletion.zoneID)
            }
        }
        for modification in page.modifications {
            recordZoneWithIDChangedBlock?(modification.zoneID)
        }
    }

    override func end(_ error: any Error) {
        fetchDatabaseChangesResultBlock?(.failure(error))
        fetchDatabaseChangesCompletionBlock?(nil, false, error)
    }
}
