import ProtectionModel

/// Which zones of a database changed (`CKFetchDatabaseChangesOperation`).
extension RecordService {
    /// The zones that were changed, made or removed since a token was given.
    ///
    /// Zones commit independently, so a database has no serial of its own: its token has the
    /// incarnation and serial of each zone, and a zone that it has and the database has not was
    /// removed.
    func changedZones(
        since token: ChangeToken?,
        _ request: RecordRequest
    ) throws -> DatabaseChanges {
        guard request.database.scope != .public else {
            throw ProtectionError(.invalidArgument, "zones of the public database do not change")
        }
        let subject = request.subject("zones", nil).bytes
        return try engine.read(request.container) { transaction in
            let incarnation = try transaction.incarnation() ?? 0
            var point = DatabasePoint(incarnation: incarnation)
            if let token {
                guard let known = DatabasePoint(try tokens.payload(of: token.text, for: subject))
                else {
                    throw ProtectionError(
                        .unsupportedVersion,
                        "the token is that of a newer version"
                    )
                }
                guard known.incarnation == incarnation else {
                    throw ProtectionError(
                        .changeTokenExpired,
                        "the token was given before the service was restored from a backup"
                    )
                }
                point = known
            }
            let zones = try transaction.zones(of: request.database)
                .filter { ZoneKey(request.database, $0.name).tellsChanges }
            let page = point.advance(to: zones, limit: limits.pageCount)
            return DatabaseChanges(
                changed: page.changed.map { RecordZone(RecordZoneID($0)) },
                removed: page.removed,
                token: ChangeToken(try tokens.token(point.bytes, for: subject)),
                hasMore: page.hasMore
            )
        }
    }
}

/// A page of the zones that changed in a database.
public struct DatabaseChanges: Sendable, Hashable {
    /// Zones that were made or in which something changed, ordered by the bytes of their names.
    public let changed: [RecordZone]
    /// Zones that are no longer there; one that was made anew is among the changed, too.
    public let removed: [RemovedZone]
    /// Up to where the changes are known with this page.
    public let token: ChangeToken
    /// Whether there is another page.
    public let hasMore: Bool
}

/// What is known of a zone that is no longer there.
public struct RemovedZone: Sendable, Hashable {
    /// Why (`CKDatabase.DatabaseChange.Deletion.Reason`).
    public enum Reason: UInt8, Sendable, Hashable, CaseIterable {
        /// The app removed it.
        case removed
        /// The user removed the app's data.
        case purged
        /// The user's keys were reset: the app makes it anew, and saves what it has.
        case encryptedDataReset
    }

    /// Its name.
    public let id: RecordZoneID
    /// Why.
    public let reason: Reason

    fileprivate init(_ name: String, after condition: ZoneState.Condition) {
        id = RecordZoneID(name)
        reason =
            switch condition {
            case .live: .removed
            case .removedByUser: .purged
            case .keysReset: .encryptedDataReset
            }
    }
}

/// What is in a database's token.
struct DatabasePoint: Equatable {
    struct Zone: Equatable {
        let incarnation: UInt64
        let serial: Int64
    }

    let incarnation: UInt64
    private(set) var zones: [String: Zone] = [:]

    private static let version: UInt8 = 1

    init(incarnation: UInt64) { self.incarnation = incarnation }

    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.byte() == Self.version, let incarnation = reader.number(UInt64.self) else {
            return nil
        }
        self.incarnation = incarnation
        while reader.remaining > 0 {
            guard let name = reader.word(), let incarnation = reader.number(UInt64.self),
                let serial = reader.number(Int64.self)
            else { return nil }
            zones[name] = Zone(incarnation: incarnation, serial: serial)
        }
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(number: incarnation)
        for (name, zone) in zones.sorted(by: { $0.key.precedes($1.key) }) {
            writer.append(name)
            writer.append(number: zone.incarnation)
            writer.append(number: zone.serial)
        }
        return writer.bytes
    }

    /// Notes the zones as they are, at most so many, and says what changed.
    mutating func advance(
        to states: [ZoneState],
        limit: Int
    ) -> (changed: [String], removed: [RemovedZone], hasMore: Bool) {
        var changed: [String] = []
        var removed: [RemovedZone] = []
        let current = Dictionary(uniqueKeysWithValues: states.map { ($0.name, $0) })
        for name in Set(zones.keys).union(current.keys).sorted(by: { $0.precedes($1) }) {
            let known = zones[name]
            let state = current[name]
            let now = state.flatMap { state in
                state.condition == .live
                    ? Zone(incarnation: state.incarnation, serial: state.serial) : nil
            }
            if known == now { continue }
            guard changed.count + removed.count < limit else { return (changed, removed, true) }
            if let known, known.incarnation != now?.incarnation {
                let loss = now == nil ? state?.condition : state?.earlierLoss
                removed.append(RemovedZone(name, after: loss ?? .live))
            }
            if now != nil { changed.append(name) }
            zones[name] = now
        }
        return (changed, removed, false)
    }
}

extension String {
    /// Whether its bytes come before those of another.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
