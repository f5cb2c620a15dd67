import Documents

/// What an engine remembers between its runs: no value of a record, but their names.
///
///     state   = version account user subscribed token number zones changes changes flight
///     account = bytes                  a hash of who is signed in; empty for nobody
///     zones   = count { name token flag }
///     changes = count { kind zone name number }     of the database, then of records
///     flight  = 0 | 1 token number count { kind zone name type }
///
/// A length or count has four bytes, a number eight, a kind or flag one.
struct SyncState: Equatable {
    /// Who is signed in.
    struct User: Equatable {
        let account: [UInt8]
        let id: String
    }

    /// Up to where a zone was fetched.
    struct Zone: Equatable {
        /// Nil for not at all.
        var token: String?
        /// Whether there is more to be fetched.
        var isChanged = true
    }

    /// A change and when it was noted.
    struct Pending: Equatable {
        let isSave: Bool
        let number: UInt64
    }

    /// A request whose answer has not come.
    struct Flight: Equatable {
        let token: [UInt8]
        /// The number of the last change when it was made: later ones are not in it.
        let number: UInt64
        /// The records that were to be saved, with the names of their types.
        let saved: [RemovedRecord]
        let removed: [RecordID]
    }

    var user: User?
    var isSubscribed = false
    var databaseToken: String?
    /// The number of the last change.
    var number: UInt64 = 0
    var zones: [String: Zone] = [:]
    var databaseChanges: [RecordZoneID: Pending] = [:]
    var recordChanges: [RecordID: Pending] = [:]
    var flight: Flight?

    // MARK: Changes

    mutating func add(_ change: PendingRecordChange) {
        number += 1
        let isSave = if case .save = change { true } else { false }
        recordChanges[change.id] = Pending(isSave: isSave, number: number)
    }

    mutating func add(_ change: PendingDatabaseChange) {
        number += 1
        let isSave = if case .saveZone = change { true } else { false }
        databaseChanges[change.id] = Pending(isSave: isSave, number: number)
    }

    /// Forgets changes to records, unless they were noted again after a number.
    mutating func drop(_ ids: some Sequence<RecordID>, upTo number: UInt64) {
        for id in ids where recordChanges[id].map({ $0.number <= number }) == true {
            recordChanges[id] = nil
        }
    }

    /// The changes to records, the oldest first.
    var pendingRecordChanges: [PendingRecordChange] {
        recordChanges.sorted { $0.value.number < $1.value.number }.map { id, pending in
            pending.isSave ? .save(id) : .remove(id)
        }
    }

    /// The changes to zones, the oldest first.
    var pendingDatabaseChanges: [PendingDatabaseChange] {
        databaseChanges.sorted { $0.value.number < $1.value.number }.map { id, pending in
            pending.isSave ? .saveZone(id) : .removeZone(id)
        }
    }
}

// MARK: - Bytes

extension SyncState {
    private static let version: UInt8 = 1

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(user?.account ?? [])
        writer.append(user?.id ?? "")
        writer.append(isSubscribed ? 1 : 0)
        writer.append(databaseToken ?? "")
        writer.append(number: number)
        writer.append(number: UInt32(clamping: zones.count))
        for (name, zone) in zones.sorted(by: { $0.key.precedes($1.key) }) {
            writer.append(name)
            writer.append(zone.token ?? "")
            writer.append(zone.isChanged ? 1 : 0)
        }
        writer.append(number: UInt32(clamping: databaseChanges.count))
        for change in pendingDatabaseChanges {
            guard let pending = databaseChanges[change.id] else { continue }
            writer.append(pending.isSave, RecordID("", in: change.id))
            writer.append(number: pending.number)
        }
        writer.append(number: UInt32(clamping: recordChanges.count))
        for change in pendingRecordChanges {
            guard let pending = recordChanges[change.id] else { continue }
            writer.append(pending.isSave, change.id)
            writer.append(number: pending.number)
        }
        writer.append(flight == nil ? 0 : 1)
        if let flight { writer.append(flight) }
        return writer.bytes
    }

    /// The state of bytes; nil for bytes that are none.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.byte() == Self.version, let account = reader.array(), let id = reader.word(),
            let isSubscribed = reader.flag(), let token = reader.word(),
            let number = reader.number(UInt64.self), let zones = reader.zones(),
            let databaseChanges = reader.changes(), let recordChanges = reader.changes(),
            let hasFlight = reader.flag()
        else { return nil }
        user = account.isEmpty ? nil : User(account: account, id: id)
        self.isSubscribed = isSubscribed
        databaseToken = token.isEmpty ? nil : token
        self.number = number
        self.zones = zones
        for (id, pending) in databaseChanges { self.databaseChanges[id.zone] = pending }
        self.recordChanges = recordChanges
        if hasFlight {
            guard let flight = reader.flight() else { return nil }
            self.flight = flight
        }
        guard reader.remaining == 0 else { return nil }
    }
}

extension ByteWriter {
    fileprivate mutating func append(_ isSave: Bool, _ id: RecordID) {
        append(isSave ? 1 : 0)
        append(id.zone.name)
        append(id.name)
    }

    fileprivate mutating func append(_ flight: SyncState.Flight) {
        append(flight.token)
        append(number: flight.number)
        append(number: UInt32(clamping: flight.saved.count + flight.removed.count))
        for record in flight.saved {
            append(true, record.id)
            append(record.type)
        }
        for id in flight.removed {
            append(false, id)
            append("")
        }
    }
}

extension ByteReader {
    fileprivate mutating func flag() -> Bool? {
        byte().flatMap { $0 > 1 ? nil : $0 == 1 }
    }

    /// A count of things that have so many bytes at least.
    private mutating func count(ofBytes byteCount: Int) -> UInt32? {
        number(UInt32.self).flatMap { Int($0) <= remaining / byteCount ? $0 : nil }
    }

    private mutating func operation() -> (isSave: Bool, id: RecordID)? {
        guard let isSave = flag(), let zone = word(), let name = word() else { return nil }
        return (isSave, RecordID(name, in: RecordZoneID(zone)))
    }

    fileprivate mutating func zones() -> [String: SyncState.Zone]? {
        guard let count = count(ofBytes: 9) else { return nil }
        var zones: [String: SyncState.Zone] = [:]
        for _ in 0..<count {
            guard let name = word(), let token = word(), let isChanged = flag() else { return nil }
            zones[name] = SyncState.Zone(token: token.isEmpty ? nil : token, isChanged: isChanged)
        }
        return zones
    }

    fileprivate mutating func changes() -> [RecordID: SyncState.Pending]? {
        guard let count = count(ofBytes: 17) else { return nil }
        var changes: [RecordID: SyncState.Pending] = [:]
        for _ in 0..<count {
            guard let (isSave, id) = operation(), let number = number(UInt64.self) else {
                return nil
            }
            changes[id] = SyncState.Pending(isSave: isSave, number: number)
        }
        return changes
    }

    fileprivate mutating func flight() -> SyncState.Flight? {
        guard let token = array(), let number = number(UInt64.self), let count = count(ofBytes: 13)
        else { return nil }
        var saved: [RemovedRecord] = []
        var removed: [RecordID] = []
        for _ in 0..<count {
            guard let (isSave, id) = operation(), let type = word() else { return nil }
            if isSave {
                saved.append(RemovedRecord(id: id, type: type))
            } else {
                removed.append(id)
            }
        }
        return SyncState.Flight(token: token, number: number, saved: saved, removed: removed)
    }
}
