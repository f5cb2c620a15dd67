import ProtectionModel

/// What others changed.
extension SyncEngine {
    private static let subscriptionID = "sync-engine"

    func fetch() throws {
        try tell(.willFetch)
        do {
            try subscribe()
            try fetchDatabase()
            for name in read({ $0.zones.filter(\.value.isChanged).keys.sorted() }) {
                try fetch(RecordZoneID(name))
            }
        } catch {
            try? tell(.didFetch)
            throw error
        }
        didFetch()
        try tell(.didFetch)
    }

    /// Sees to it that a device with pushes is told of changes: by a subscription that is there, or
    /// one of its own.
    private func subscribe() throws {
        guard cloud.container.deviceToken != nil, !read({ $0.isSubscribed }) else { return }
        try cloud.container.registerForPushes()
        let isThere = try cloud.subscriptions().contains {
            if case .database(type: nil) = $0.subject { $0.notification.wakesApp } else { false }
        }
        if !isThere {
            try cloud.save(RecordSubscription(Self.subscriptionID, to: .database(type: nil)))
        }
        update { $0.isSubscribed = true }
    }

    // MARK: Zones

    private func fetchDatabase() throws {
        var hasMore = true
        while hasMore {
            do {
                let page = try cloud.changedZones(
                    since: read { $0.databaseToken }.map { ChangeToken($0) }
                )
                try take(page)
                hasMore = page.hasMore
            } catch let error as ProtectionError where error.code == .changeTokenExpired {
                // Zones that a restored service lacks are not said to be removed: the app saves
                // what it has of them.
                guard read({ $0.databaseToken }) != nil else { throw error }
                update { $0.databaseToken = nil }
            }
        }
    }

    private func take(_ page: DatabaseChanges) throws {
        let gone = Set(page.removed.filter { $0.reason != .encryptedDataReset }.map(\.id))
        let (number, dropped) = read { state in
            (state.number, state.pendingRecordChanges.filter { gone.contains($0.id.zone) })
        }
        if !page.changed.isEmpty || !page.removed.isEmpty {
            try tell(
                .fetchedDatabaseChanges(
                    SyncEvent.DatabaseChange(
                        changed: page.changed,
                        removed: page.removed,
                        dropped: dropped
                    )
                )
            )
        }
        update { state in
            state.drop(dropped.map(\.id), upTo: number)
            for zone in page.removed { state.zones[zone.id.name] = nil }
            for zone in page.changed {
                state.zones[zone.id.name, default: SyncState.Zone()].isChanged = true
            }
            state.databaseToken = page.token.text
        }
        try keepState()
    }

    // MARK: Records

    private func fetch(_ zone: RecordZoneID) throws {
        try tell(.willFetchZone(zone))
        do {
            try fetchPages(of: zone)
        } catch {
            try? tell(.didFetchZone(zone, error as? ProtectionError))
            throw error
        }
        try tell(.didFetchZone(zone, nil))
    }

    private func fetchPages(of zone: RecordZoneID) throws {
        var beginning = try Beginning(of: zone, self)
        var token = read { $0.zones[zone.name]?.token }.map { ChangeToken($0) }
        var hasMore = true
        while hasMore {
            let page: RecordChanges
            do {
                page = try cloud.changes(in: zone, since: token)
            } catch {
                if error.isOfLostZone { return update { $0.zones[zone.name]?.isChanged = false } }
                guard error.code == .changeTokenExpired, token != nil else { throw error }
                token = nil
                beginning = try Beginning(of: zone, self, isAnew: true)
                continue
            }
            let (changed, removed) = beginning.told(by: page)
            if !changed.isEmpty || !removed.isEmpty {
                try tell(.fetchedRecordChanges(zone, changed: changed, removed: removed))
            }
            token = page.token
            hasMore = page.hasMore
            // Until its end, what is fetched from the beginning begins anew after a restart: who is
            // missing is known at the end alone.
            if hasMore && beginning.waitsForEnd { continue }
            update {
                $0.zones[zone.name] = SyncState.Zone(token: page.token.text, isChanged: hasMore)
            }
            try keepState()
        }
    }
}

/// What is told of a zone that is fetched from its beginning: what differs from what the app has.
private struct Beginning {
    private let isAnew: Bool
    private let zone: RecordZoneID
    private var missing: [String: KnownRecord] = [:]
    private var known: [String: KnownRecord] = [:]

    init(of zone: RecordZoneID, _ engine: SyncEngine, isAnew: Bool? = nil) throws {
        self.zone = zone
        self.isAnew = isAnew ?? (engine.read { $0.zones[zone.name]?.token } == nil)
        guard self.isAnew else { return }
        known = try engine.app().knownRecords(in: zone, of: engine)
        missing = known
    }

    /// Whether something may turn out to be missing.
    var waitsForEnd: Bool { !known.isEmpty }

    mutating func told(by page: RecordChanges) -> (changed: [Record], removed: [RemovedRecord]) {
        guard isAnew else { return (page.changed, page.removed) }
        for record in page.changed { missing[record.id.name] = nil }
        for record in page.removed { missing[record.id.name] = nil }
        let changed = page.changed.filter { known[$0.id.name]?.changeTag != $0.metadata?.changeTag }
        guard !page.hasMore else { return (changed, page.removed) }
        let gone = missing.sorted { $0.key.precedes($1.key) }.map { name, record in
            RemovedRecord(id: RecordID(name, in: zone), type: record.type)
        }
        return (changed, page.removed + gone)
    }
}

extension ProtectionError {
    /// Whether the zone is gone, of which the database's changes tell.
    fileprivate var isOfLostZone: Bool {
        switch code.kind {
        case .zoneNotFound, .userDeletedZone, .encryptedDataReset: true
        default: false
        }
    }
}
