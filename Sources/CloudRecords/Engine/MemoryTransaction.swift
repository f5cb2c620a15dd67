import ProtectionModel

/// A transaction in memory: writes at once, and remembers how each write is undone.
final class MemoryTransaction: RecordWriting {
    private let storage: MemoryStorage
    private let container: ContainerKey
    private var undoes: [@Sendable (inout MemoryContainer) -> Void] = []

    init(_ storage: MemoryStorage, _ container: ContainerKey) {
        self.storage = storage
        self.container = container
    }

    /// Undoes all writes, the last one first.
    func undo() {
        for undo in undoes.reversed() { storage.access(container) { undo(&$0) } }
        undoes = []
    }

    func access<Result: Sendable>(
        _ body: (inout MemoryContainer) throws -> Result
    ) rethrows -> Result {
        try storage.access(container, body)
    }

    /// Puts a value where `exchange` does, which gives the one before, and remembers that.
    func put<Value: Sendable>(
        _ value: Value,
        _ exchange: @escaping @Sendable (inout MemoryContainer, Value) -> Value
    ) {
        let old = access { exchange(&$0, value) }
        undoes.append { _ = exchange(&$0, old) }
    }

    private func put(_ record: StoredRecord?, named name: String, in key: ZoneKey) {
        put(record) {
            $0.zones[key.database, default: [:]][key.name, default: MemoryZone()]
                .replace(name, with: $1)
        }
    }

    private func zone<Result: Sendable>(
        _ key: ZoneKey,
        _ body: (MemoryZone) throws -> Result
    ) rethrows -> Result {
        try access { try body($0.zones[key.database]?[key.name] ?? MemoryZone()) }
    }

    // MARK: Reading

    func schema() -> String? { access { $0.schema } }

    func zone(_ key: ZoneKey) -> ZoneState? { zone(key) { $0.state } }

    func zones(of database: DatabaseKey) -> [ZoneState] {
        access { $0.zones[database, default: [:]].values.compactMap(\.state) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    func record(_ name: String, in key: ZoneKey) -> StoredRecord? {
        zone(key) { $0.records[name] }
    }

    func changes(in key: ZoneKey, after serial: Int64, limit: Int) -> [StoredRecord] {
        zone(key) { zone in
            zone.names[zone.position(of: serial + 1)...].prefix(limit)
                .compactMap { zone.records[$0.name] }
        }
    }

    func referrers(to name: String, in key: ZoneKey, by link: RecordLink) -> [String] {
        zone(key) { $0.referrers[MemoryLink(target: name, link: link), default: []] }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    func candidates(
        of type: String,
        in key: ZoneKey,
        for predicate: RecordPredicate,
        _ body: (StoredRecord) throws -> Void
    ) throws {
        let records = zone(key) { zone in
            zone.records.values.filter { $0.type == type && !$0.isRemoved }
        }
        for record in records { try body(record) }
    }

    func users() -> [StoredUser] { access { $0.users.values.sorted { $0.id < $1.id } } }

    func user(_ word: UserWord) -> StoredUser? {
        access { container in
            switch word {
            case .id(let id): container.users[id]
            case .account(let account): container.users.values.first { $0.account == account }
            case .address(let address):
                container.users.values.filter { $0.addresses.contains(address) }
                    .min { $0.id < $1.id }
            }
        }
    }

    func request(_ token: [UInt8], of database: DatabaseKey) -> StoredRequest? {
        access { $0.requests[database]?[token] }
    }

    // MARK: Writing

    func put(schema: String) { put(schema) { exchange(&$0.schema, $1) } }

    func put(_ zone: ZoneState, of database: DatabaseKey) {
        let name = zone.name
        put(Optional(zone)) {
            let old = exchange(
                &$0.zones[database, default: [:]][name, default: MemoryZone()].state,
                $1
            )
            if $1 == nil { $0.zones[database]?[name] = nil }
            return old
        }
    }

    func put(_ record: StoredRecord, in key: ZoneKey) {
        put(record, named: record.name, in: key)
    }

    func drop(_ name: String, in key: ZoneKey) { put(nil, named: name, in: key) }

    func drop(_ key: ZoneKey) {
        put(nil) { exchange(&$0.zones[key.database, default: [:]][key.name], $1) }
    }

    func dropRemovals(in key: ZoneKey, before time: Timestamp) -> Int64? {
        let old = zone(key) { zone in
            zone.records.values.filter { $0.isRemoved && $0.modified < time }
        }
        for record in old { drop(record.name, in: key) }
        return old.map(\.serial).max()
    }

    func drop(_ database: DatabaseKey) {
        put(nil) { exchange(&$0.zones[database], $1) }
        put(nil) { exchange(&$0.requests[database], $1) }
        let keys = access { container in
            Set(container.subscriptions.keys).union(container.pushes.values.flatMap(\.keys))
        }
        for key in keys where key.database == database { drop(key) }
    }

    func put(_ user: StoredUser) {
        let id = user.id
        put(user) { exchange(&$0.users[id], $1) }
    }

    func drop(user id: String) { put(nil) { exchange(&$0.users[id], $1) } }

    func put(_ request: StoredRequest, token: [UInt8], of database: DatabaseKey) {
        put(request) { exchange(&$0.requests[database, default: [:]][token], $1) }
    }

    func dropRequests(before time: Timestamp) {
        let requests = access { $0.requests }
        put(requests.mapValues { $0.filter { $0.value.time >= time } }) {
            exchange(&$0.requests, $1)
        }
    }
}

/// Puts a value in a place and gives the one before.
func exchange<Value>(_ place: inout Value, _ value: Value) -> Value {
    let old = place
    place = value
    return old
}
