import ProtectionModel

/// The keys of zones, in a record of each zone that no app sees: so they come and go with the zone,
/// and every engine keeps them as it keeps records.
extension RecordService {
    private static let keysName = "_keys"
    private static let keysField = "keys"
    static let keysType = "_Keys"
    private static let keysByteCount = 1 << 18

    /// The keys of a zone as they were put, with their tag; nil before the first.
    func keys(of zone: RecordZoneID, _ request: RecordRequest) throws -> StoredKeys? {
        let key = request.key(of: zone)
        return try engine.read(request.container) { transaction in
            _ = try self.usable(key, in: transaction)
            return try transaction.record(Self.keysName, in: key).flatMap { StoredKeys($0) }
        }
    }

    /// Puts keys in the place of those with a tag, or where there are none for nil.
    ///
    /// - Returns: their tag; nil when others were faster, and nothing is done.
    func putKeys(
        _ bytes: [UInt8],
        of zone: RecordZoneID,
        replacing tag: String?,
        _ request: RecordRequest
    ) throws -> String? {
        guard request.database.scope != .public else {
            throw ProtectionError(.invalidArgument, "the public database has no keys")
        }
        guard bytes.count <= Self.keysByteCount else {
            throw ProtectionError(
                .limitExceeded,
                "the keys of a zone have at most \(Self.keysByteCount) bytes"
            )
        }
        let key = request.key(of: zone)
        return try write(request, locking: key) { transaction in
            var state = try self.usable(key, in: transaction)
            let old = try transaction.record(Self.keysName, in: key)
            guard old?.tag == tag else { return nil }
            state.serial += 1
            let user = request.user?.id ?? ""
            let now = self.clock.wallTime()
            var record = StoredRecord(
                name: Self.keysName,
                type: Self.keysType,
                serial: state.serial,
                tag: state.tag,
                created: old.map { ($0.created, $0.creator) } ?? (now, user),
                modified: (now, user),
                fields: [Self.keysField: .bytes(bytes)]
            )
            _ = record.measure()
            state.byteCount += record.byteCount - (old?.byteCount ?? 0)
            try transaction.put(record, in: key)
            try transaction.put(state, of: key.database)
            return record.tag
        }
    }

    /// Refuses what was sealed under keys that are not the zone's newest.
    ///
    /// - Throws: `ProtectionError` with `zone-busy`, whose cause is ``StaleKeys``.
    func check(
        _ tag: String?,
        in key: ZoneKey,
        _ transaction: any RecordReading
    ) throws {
        guard let tag else { return }
        let stored = try transaction.record(Self.keysName, in: key)
        guard stored?.tag == tag else {
            throw ProtectionError(
                .zoneBusy,
                "others changed the keys of the zone '\(key.name)'",
                cause: StaleKeys()
            )
        }
    }

    /// A page of all records of a zone, also the standard one, with a serial above another.
    ///
    /// Of the public database those that the user saved first or last.
    func everything(
        in zone: RecordZoneID,
        after serial: Int64,
        _ request: RecordRequest
    ) throws -> (records: [Record], last: Int64?) {
        let key = request.key(of: zone)
        return try engine.read(request.container) { transaction in
            _ = try self.usable(key, in: transaction)
            let page = try transaction.changes(
                in: key,
                after: serial,
                limit: self.limits.pageCount
            )
            let user = request.user?.id
            let records = page.filter { record in
                !record.isRemoved && !record.isOfKeys
                    && (request.database.scope != .public
                        || user != nil && (record.creator == user || record.modifier == user))
            }
            return (records.map { Record($0, in: zone) }, page.last?.serial)
        }
    }
}

/// The keys of a zone as the service has them.
struct StoredKeys: Sendable {
    let bytes: [UInt8]
    let tag: String

    init(bytes: [UInt8], tag: String) {
        self.bytes = bytes
        self.tag = tag
    }

    fileprivate init?(_ record: StoredRecord) {
        guard case .bytes(let bytes) = record.fields["keys"] else { return nil }
        self.init(bytes: bytes, tag: record.tag)
    }
}

/// Says that a save was sealed under keys that are not the zone's newest.
struct StaleKeys: Error {}

extension StoredRecord {
    /// Whether it is the service's own, with the keys of its zone.
    var isOfKeys: Bool { type == RecordService.keysType }
}
