import ProtectionModel

/// Fetches and changes.
extension RecordService {
    /// Records by their names, each with what hinders it.
    func fetch(
        _ ids: [RecordID],
        keys: Set<String>?,
        _ request: RecordRequest
    ) throws -> [RecordOutcome] {
        guard ids.count <= limits.operationCount else {
            throw ProtectionError(
                .limitExceeded,
                "a request fetches at most \(limits.operationCount) records, unlike \(ids.count)"
            )
        }
        return try engine.read(request.container) { transaction in
            let permissions = RecordPermissions(
                schema: try self.schema(transaction, of: request.container),
                request: request
            )
            return try ids.map { id in
                do {
                    let record = try self.record(id, permissions, transaction)
                    return RecordOutcome(
                        id: id,
                        result: .success(Record(record, in: id.zone, keys: keys))
                    )
                } catch let error as ProtectionError {
                    guard error.isOfOneRecord else { throw error }
                    return RecordOutcome(id: id, result: .failure(error))
                }
            }
        }
    }

    private func record(
        _ id: RecordID,
        _ permissions: RecordPermissions,
        _ transaction: any RecordReading
    ) throws -> StoredRecord {
        let key = permissions.request.key(of: id.zone)
        _ = try usable(key, in: transaction)
        guard let record = try transaction.record(id.name, in: key), !record.isRemoved,
            !record.isOfKeys
        else {
            throw ProtectionError(.notFound, "the record '\(id)' does not exist")
        }
        try permissions.check(.read, of: id, type: record.type, creator: record.creator)
        return record
    }

    /// What changed in a zone since a token was given; everything for nil.
    func changes(
        in zone: RecordZoneID,
        since token: ChangeToken?,
        keys: Set<String>?,
        _ request: RecordRequest
    ) throws -> RecordChanges {
        let key = request.key(of: zone)
        guard key.tellsChanges else {
            throw ProtectionError(
                .invalidArgument,
                "changes are told of zones that the app makes, not of '\(zone)' of the "
                    + "\(request.database.scope.rawValue) database"
            )
        }
        let subject = request.subject("changes", zone).bytes
        return try engine.read(request.container) { transaction in
            let state = try self.usable(key, in: transaction)
            var point = try self.point(token, in: state, subject)
            let page = self.limits.pageCount
            let found = try transaction.changes(in: key, after: point.serial, limit: page + 1)
            let removed = found.prefix(page).filter { $0.isRemoved && $0.serial > point.start }
            let oldest = self.clock.wallTime().adding(.zero - self.limits.deletionMemory)
            guard removed.allSatisfy({ $0.modified >= oldest }) else { throw Self.expired(zone) }
            point.serial = found.prefix(page).last?.serial ?? point.serial
            return RecordChanges(
                changed: found.prefix(page).filter { !$0.isRemoved && !$0.isOfKeys }.map {
                    Record($0, in: zone, keys: keys)
                },
                removed: removed.map {
                    RemovedRecord(id: RecordID($0.name, in: zone), type: $0.type)
                },
                token: ChangeToken(try self.tokens.token(point.bytes, for: subject)),
                hasMore: found.count > page
            )
        }
    }

    private func point(
        _ token: ChangeToken?,
        in zone: ZoneState,
        _ subject: [UInt8]
    ) throws -> ChangePoint {
        guard let token else {
            return ChangePoint(incarnation: zone.incarnation, serial: 0, start: zone.serial)
        }
        guard let point = ChangePoint(try tokens.payload(of: token.text, for: subject)) else {
            throw ProtectionError(.unsupportedVersion, "the token is that of a newer version")
        }
        guard point.incarnation == zone.incarnation,
            zone.forgottenSerial <= max(point.serial, point.start)
        else { throw Self.expired(RecordZoneID(zone.name)) }
        return point
    }

    private static func expired(_ zone: RecordZoneID) -> ProtectionError {
        ProtectionError(
            .changeTokenExpired,
            "the token is older than what is remembered of the zone '\(zone)'"
        )
    }
}

/// A page of what changed in a zone.
public struct RecordChanges: Sendable, Hashable {
    /// Records that were saved, each once and as it is now, in the order of their last saves.
    public internal(set) var changed: [Record]
    /// Records that were removed.
    public let removed: [RemovedRecord]
    /// Up to where the changes are known with this page.
    public let token: ChangeToken
    /// Whether there is another page.
    public let hasMore: Bool
    /// Records that the service gave, and that this device does not believe.
    public internal(set) var failures: [RecordOutcome] = []
}

/// What is known of a record that was removed.
public struct RemovedRecord: Sendable, Hashable {
    /// Its name and zone.
    public let id: RecordID
    /// The name of its type.
    public let type: String
}
