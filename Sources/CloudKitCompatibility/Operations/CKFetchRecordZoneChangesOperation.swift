import CloudRecords
public import Foundation

/// Fetches what changed in zones.
public final class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
    /// From where on, and what of it.
    public final class ZoneConfiguration: NSObject, @unchecked Sendable {
        /// Up to where the changes are known; nil for nothing.
        public var previousServerChangeToken: CKServerChangeToken?
        /// How many are wanted in a page; the service gives as many as it gives.
        public var resultsLimit: Int?
        /// The fields that are wanted; nil for all.
        public var desiredKeys: [CKRecord.FieldKey]?

        /// Everything.
        public override init() { super.init() }

        /// What is not known yet.
        public init(
            previousServerChangeToken: CKServerChangeToken? = nil,
            resultsLimit: Int? = nil,
            desiredKeys: [CKRecord.FieldKey]? = nil
        ) {
            self.previousServerChangeToken = previousServerChangeToken
            self.resultsLimit = resultsLimit
            self.desiredKeys = desiredKeys
            super.init()
        }
    }

    /// The older name of a zone's configuration.
    public typealias ZoneOptions = ZoneConfiguration
    /// What a zone's changes end with.
    public typealias ZoneFetch = (
        serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool
    )

    /// The zones.
    public var recordZoneIDs: [CKRecordZone.ID]?
    /// From where on, for each zone.
    public var configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?
    /// From where on, for each zone, in the older form.
    public var optionsByRecordZoneID: [CKRecordZone.ID: ZoneOptions]? {
        get { configurationsByRecordZoneID }
        set { configurationsByRecordZoneID = newValue }
    }
    /// Whether all pages are fetched, or the first of each zone.
    public var fetchAllChanges = true

    /// Told of each record that was saved.
    public var recordWasChangedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Told of each record that was saved, in the older form.
    public var recordChangedBlock: ((CKRecord) -> Void)?
    /// Told of each record that was removed, and of its type.
    public var recordWithIDWasDeletedBlock: ((CKRecord.ID, CKRecord.RecordType) -> Void)?
    /// Told after each page but the last up to where the changes are known.
    public var recordZoneChangeTokensUpdatedBlock:
        ((CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?
    /// Told at the end of each zone.
    public var recordZoneFetchResultBlock:
        ((CKRecordZone.ID, Result<ZoneFetch, any Error>) -> Void)?
    /// Told at the end of each zone, in the older form.
    public var recordZoneFetchCompletionBlock:
        ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
    /// Told at the end; failures of single zones are none of the whole here, as with Apple's.
    public var fetchRecordZoneChangesResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Told at the end, in the older form: a partial failure where some zones failed.
    public var fetchRecordZoneChangesCompletionBlock: (((any Error)?) -> Void)?

    /// An operation that fetches nothing yet.
    public override init() { super.init() }

    /// Fetches what changed in zones.
    public convenience init(
        recordZoneIDs: [CKRecordZone.ID],
        configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? = nil
    ) {
        self.init()
        self.recordZoneIDs = recordZoneIDs
        self.configurationsByRecordZoneID = configurationsByRecordZoneID
    }

    /// The same in the older form.
    public convenience init(
        recordZoneIDs: [CKRecordZone.ID],
        optionsByRecordZoneID: [CKRecordZone.ID: ZoneOptions]?
    ) {
        self.init(
            recordZoneIDs: recordZoneIDs,
            configurationsByRecordZoneID: optionsByRecordZoneID
        )
    }

    override func run() {
        var failures: [AnyHashable: any Error] = [:]
        let zones =
            recordZoneIDs
            ?? (configurationsByRecordZoneID ?? [:]).keys.sorted { $0.zoneName < $1.zoneName }
        for zone in zones {
            do { try fetch(zone) } catch {
                failures[zone] = error
                recordZoneFetchResultBlock?(zone, .failure(error))
                recordZoneFetchCompletionBlock?(zone, nil, nil, false, error)
            }
        }
        fetchRecordZoneChangesResultBlock?(.success(()))
        fetchRecordZoneChangesCompletionBlock?(CKError(failures: failures))
    }

    private func fetch(_ zone: CKRecordZone.ID) throws {
        let configuration = configurationsByRecordZoneID?[zone]
        var token = configuration?.previousServerChangeToken
        while true {
            let page = try target.changes(zone, since: token, configuration?.desiredKeys)
            for record in page.changed {
                recordWasChangedBlock?(record.recordID, .success(record))
                recordChangedBlock?(record)
            }
            for (id, type) in page.removed { recordWithIDWasDeletedBlock?(id, type) }
            token = page.token
            if page.hasMore, fetchAllChanges, !isCancelled {
                recordZoneChangeTokensUpdatedBlock?(zone, page.token, nil)
                continue
            }
            recordZoneFetchResultBlock?(zone, .success((page.token, nil, page.hasMore)))
            recordZoneFetchCompletionBlock?(zone, page.token, nil, page.hasMore, nil)
            return
        }
    }

    override func end(_ error: any Error) {
        fetchRecordZoneChangesResultBlock?(.failure(error))
        fetchRecordZoneChangesCompletionBlock?(error)
    }
}
