import CloudKit

/// The same as many an app has it: each call is expected to work.
actor CarelessContacts {
    private let database = CKContainer.default().privateCloudDatabase
    private let zone = CKRecordZone(zoneName: "Contacts")
    private var contacts: [CKRecord.ID: CKRecord] = [:]
    private var token: CKServerChangeToken?

    var names: [String] { contacts.values.compactMap { $0["name"] as? String }.sorted() }

    func prepare() async throws {
        _ = try await database.modifyRecordZones(saving: [zone], deleting: [])
    }

    /// The screen says that it did not work, and the user taps again.
    func add(_ name: String) async throws {
        for _ in 0..<2 {
            let record = CKRecord(recordType: "Contact", zoneID: zone.zoneID)
            record["name"] = name
            guard let saved = try? await database.save(record) else { continue }
            contacts[saved.recordID] = saved
            return
        }
    }

    func rename(_ name: String, to new: String) async throws {
        guard let record = contacts.values.first(where: { $0["name"] as? String == name }) else {
            return
        }
        record["name"] = new
        // "So that it never fails."
        _ = try await database.modifyRecords(
            saving: [record],
            deleting: [],
            savePolicy: .allKeys
        )
    }

    func fetch() async throws {
        let changes = try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: token)
        for (id, result) in changes.modificationResultsByID {
            contacts[id] = try result.get().record
        }
        token = changes.changeToken
    }
}
