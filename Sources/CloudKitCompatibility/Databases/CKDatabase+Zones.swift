import CloudRecords
import Foundation

/// Zones, and what changed in them.
extension CKDatabase {
    /// What became of each zone that was to be made and of each that was to be removed.
    public typealias ModifyZonesResults = (
        saveResults: [CKRecordZone.ID: Result<CKRecordZone, any Error>],
        deleteResults: [CKRecordZone.ID: Result<Void, any Error>]
    )

    /// What changed in a zone.
    public enum RecordZoneChange {
        /// A record that was saved, as it is now.
        public struct Modification: Sendable {
            /// The record.
            public let record: CKRecord
        }

        /// A record that was removed.
        public struct Deletion: Sendable {
            /// Its name and zone.
            public let recordID: CKRecord.ID
            /// The name of its type.
            public let recordType: CKRecord.RecordType
        }
    }

    /// A page of what changed in a zone.
    public typealias ZoneChanges = (
        modificationResultsByID: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>],
        deletions: [RecordZoneChange.Deletion],
        changeToken: CKServerChangeToken,
        moreComing: Bool
    )

    /// A page of what changed in a zone since a token was given; of everything for nil.
    ///
    /// A page has as many records as the service gives, whatever `resultsLimit` is.
    public func recordZoneChanges(
        inZoneWith zoneID: CKRecordZone.ID,
        since token: CKServerChangeToken?,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int? = nil
    ) async throws -> ZoneChanges {
        let page = try changes(zoneID, since: token, desiredKeys)
        let modifications = page.changed.map { record in
            (
                record.recordID,
                Result<RecordZoneChange.Modification, any Error>.success(.init(record: record))
            )
        }
        return (
            Dictionary(modifications) { $1 },
            page.removed.map { RecordZoneChange.Deletion(recordID: $0.id, recordType: $0.type) },
            page.token,
            page.hasMore
        )
    }

    /// A zone by its name.
    public func recordZone(for zoneID: CKRecordZone.ID) async throws -> CKRecordZone {
        try zones([zoneID])[zoneID]?.get() ?? CKRecordZone(zoneID: zoneID)
    }

    /// Zones by their names, each or why it cannot be had.
    public func recordZones(
        for ids: [CKRecordZone.ID]
    ) async throws -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
        try zones(ids)
    }

    /// All zones that can be used.
    public func allRecordZones() async throws -> [CKRecordZone] { try allZones() }

    /// Makes a zone; one that is there stays as it is.
    @discardableResult
    public func save(_ zone: CKRecordZone) async throws -> CKRecordZone { try made(zone) }

    /// Removes a zone with all that is in it.
    @discardableResult
    public func deleteRecordZone(
        withID zoneID: CKRecordZone.ID
    ) async throws -> CKRecordZone.ID { try removed(zoneID) }

    /// Makes and removes zones.
    public func modifyRecordZones(
        saving recordZonesToSave: [CKRecordZone],
        deleting recordZoneIDsToDelete: [CKRecordZone.ID]
    ) async throws -> ModifyZonesResults {
        try modified(recordZonesToSave, recordZoneIDsToDelete)
    }

    // MARK: With handlers

    /// Fetches a zone.
    @preconcurrency
    public func fetch(
        withRecordZoneID zoneID: CKRecordZone.ID,
        completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
    ) {
        cloud.later {
            Result { try self.zones([zoneID])[zoneID]?.get() }
                .map { $0 ?? CKRecordZone(zoneID: zoneID) }.tell(completionHandler)
        }
    }

    /// Fetches all zones that can be used.
    @preconcurrency
    public func fetchAllRecordZones(
        completionHandler: @escaping @Sendable ([CKRecordZone]?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.allZones() }.tell(completionHandler) }
    }

    /// Makes a zone; one that is there stays as it is.
    @preconcurrency
    public func save(
        _ zone: CKRecordZone,
        completionHandler: @escaping @Sendable (CKRecordZone?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.made(zone) }.tell(completionHandler) }
    }

    /// Removes a zone with all that is in it.
    @preconcurrency
    public func delete(
        withRecordZoneID zoneID: CKRecordZone.ID,
        completionHandler: @escaping @Sendable (CKRecordZone.ID?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.removed(zoneID) }.tell(completionHandler) }
    }

    // MARK: Doing it

    struct ChangePage {
        let changed: [CKRecord]
        let removed: [(id: CKRecord.ID, type: String)]
        let token: CKServerChangeToken
        let hasMore: Bool
    }

    func changes(
        _ zone: CKRecordZone.ID,
        since token: CKServerChangeToken?,
        _ keys: [CKRecord.FieldKey]?
    ) throws -> ChangePage {
        let page = try ask {
            try $0.changes(in: zone.id, since: token?.token, keys: keys.map { Set($0) })
        }
        return ChangePage(
            changed: page.changed.map { CKRecord($0) },
            removed: page.removed.map { (CKRecord.ID($0.id), $0.type) },
            token: CKServerChangeToken(page.token),
            hasMore: page.hasMore
        )
    }

    func allZones() throws -> [CKRecordZone] {
        try ask { try $0.zones() }.map { CKRecordZone(zoneID: CKRecordZone.ID($0.id)) }
    }

    func zones(
        _ ids: [CKRecordZone.ID]
    ) throws -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
        let known = Set(try allZones().map(\.zoneID))
        var results: [CKRecordZone.ID: Result<CKRecordZone, any Error>] = [:]
        for id in ids {
            results[id] =
                known.contains(id)
                ? .success(CKRecordZone(zoneID: id))
                : .failure(CKError(.zoneNotFound, "the zone '\(id.zoneName)' does not exist"))
        }
        return results
    }

    private func checkZones() throws {
        guard databaseScope == .private else {
            throw CKError(.badDatabase, "zones are made in the private database alone")
        }
    }

    func made(_ zone: CKRecordZone) throws -> CKRecordZone {
        try checkZones()
        try ask { try $0.makeZone(zone.zoneID.id) }
        return zone
    }

    func removed(_ id: CKRecordZone.ID) throws -> CKRecordZone.ID {
        try checkZones()
        try ask { try $0.removeZone(id.id) }
        return id
    }

    /// - Throws: what says nothing about one zone, such as that there is no network.
    func modified(
        _ zones: [CKRecordZone],
        _ ids: [CKRecordZone.ID]
    ) throws -> ModifyZonesResults {
        var results: ModifyZonesResults = ([:], [:])
        for zone in zones {
            results.saveResults[zone.zoneID] = try ofOneItem { try made(zone) }
        }
        for id in ids { results.deleteResults[id] = try ofOneItem { _ = try removed(id) } }
        return results
    }

    private func ofOneItem<Success>(
        _ body: () throws -> Success
    ) throws -> Result<Success, any Error> {
        do { return .success(try body()) } catch let error as CKError {
            switch error.code {
            case .zoneNotFound, .userDeletedZone, .invalidArguments, .quotaExceeded:
                return .failure(error)
            default: throw error
            }
        }
    }
}
