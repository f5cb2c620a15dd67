import CloudKit

/// Keeps contacts in the user's private database, as the app has it on a phone.
actor CarefulContacts {
    private let database = CKContainer.default().privateCloudDatabase
    private let zone = CKRecordZone(zoneName: "Contacts")
    private let clock: any Clock<Duration>

    /// What the cloud has not confirmed yet, under the names that it was first tried with.
    private var pending: [CKRecord.ID: CKRecord] = [:]
    private var contacts: [CKRecord.ID: CKRecord] = [:]
    private var token: CKServerChangeToken?
    private var hasZone = false

    init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    var names: [String] { contacts.values.compactMap { $0["name"] as? String }.sorted() }

    func add(_ name: String) {
        let record = CKRecord(recordType: "Contact", zoneID: zone.zoneID)
        record["name"] = name
        pending[record.recordID] = record
    }

    func rename(_ name: String, to new: String) {
        guard let record = contacts.values.first(where: { $0["name"] as? String == name }) else {
            return
        }
        record["name"] = new
        pending[record.recordID] = record
    }

    /// Sends what is pending, then fetches what is new; what fails is tried again the next time.
    func sync() async throws {
        do {
            if !hasZone { try await patiently { try await $0.save($1) } }
            hasZone = true
            try await send()
            try await fetch()
        } catch let error as CKError where error.code == .zoneNotFound {
            hasZone = false  // it is made anew the next time, and all is sent again
            pending.merge(contacts.mapValues(\.anew)) { mine, _ in mine }
            token = nil
            throw error
        }
    }

    private func send() async throws {
        var failure: (any Error)?
        for _ in 0..<3 where !pending.isEmpty {
            failure = nil
            let records = Array(pending.values)
            let results = try await patiently { database, _ in
                try await database.modifyRecords(saving: records, deleting: [], atomically: false)
            }
            for (id, result) in results.saveResults {
                do {
                    contacts[id] = try result.get()
                    pending[id] = nil
                } catch let error as CKError where error.code == .serverRecordChanged {
                    let server = error.serverRecord
                    server?["name"] = pending[id]?["name"]
                    pending[id] = server  // with the tag that it has now
                } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    private func fetch() async throws {
        var hasMore = true
        while hasMore {
            do {
                let known = token
                let changes = try await patiently { database, zone in
                    try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: known)
                }
                for (id, result) in changes.modificationResultsByID {
                    contacts[id] = try result.get().record
                }
                for deletion in changes.deletions { contacts[deletion.recordID] = nil }
                (token, hasMore) = (changes.changeToken, changes.moreComing)
            } catch let error as CKError where error.code == .changeTokenExpired {
                (token, contacts) = (nil, [:])  // all of it comes again
            }
        }
    }

    /// Asks again when a busy cloud may be asked again.
    @discardableResult
    private func patiently<Answer: Sendable>(
        _ ask: @Sendable (CKDatabase, CKRecordZone) async throws -> Answer
    ) async throws -> Answer {
        do { return try await ask(database, zone) } catch let error as CKError {
            guard let seconds = error.retryAfterSeconds else { throw error }
            try await clock.sleep(for: .seconds(seconds))
            return try await ask(database, zone)
        }
    }
}

extension CKRecord {
    /// The same for a zone that has none of it.
    fileprivate var anew: CKRecord {
        let record = CKRecord(recordType: recordType, recordID: recordID)
        for key in allKeys() { record[key] = self[key] }
        return record
    }
}
