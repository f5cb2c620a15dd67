public import ProtectionModel

/// Zones: made, removed, and lost.
extension RecordService {
    /// A zone that can be used.
    ///
    /// - Throws: ``ProtectionError`` with `zone-not-found`, `user-deleted-zone` or
    ///   `encrypted-data-reset`.
    func usable(_ key: ZoneKey, in transaction: any RecordReading) throws -> ZoneState {
        guard key.database.scope != .shared || key.id != .standard,
            let zone = try transaction.zone(key) ?? standard(key)
        else {
            throw ProtectionError(
                .zoneNotFound,
                "the zone '\(key.name)' does not exist in this database"
            )
        }
        switch zone.condition {
        case .live: return zone
        case .removedByUser:
            throw ProtectionError(
                .userDeletedZone,
                "the user removed the app's data, and with it the zone '\(key.name)'"
            )
        case .keysReset:
            throw ProtectionError(
                .encryptedDataReset,
                "the user's keys were reset: what the zone '\(key.name)' held cannot be opened"
            )
        }
    }

    /// The zone that every database has before its first record.
    private func standard(_ key: ZoneKey) -> ZoneState? {
        key.id == .standard ? ZoneState(name: key.name, incarnation: randomNumber()) : nil
    }

    func zones(_ request: RecordRequest) throws -> [RecordZone] {
        let zones = try engine.read(request.container) { try $0.zones(of: request.database) }
            .filter { $0.condition == .live }.map { RecordZone(RecordZoneID($0.name)) }
        let hasStandard = request.database.scope == .shared || zones.contains { $0.id == .standard }
        return hasStandard ? zones : [RecordZone(.standard)] + zones
    }

    /// Makes a zone, if there is none of this name.
    func make(_ id: RecordZoneID, _ request: RecordRequest) throws {
        guard request.database.scope == .private else {
            throw ProtectionError(
                .invalidArgument,
                "zones are made in the private database, not in the "
                    + request.database.scope.rawValue
            )
        }
        if id == .standard { return }
        try limits.check(name: id.name, of: "zone")
        let key = request.key(of: id)
        try write(request, locking: key) { transaction in
            let lost = try transaction.zone(key)?.condition
            if lost == .live { return }
            var zone = ZoneState(name: id.name, incarnation: self.randomNumber())
            zone.earlierLoss = lost ?? .live
            try transaction.put(zone, of: request.database)
            try self.firing(for: request, transaction).fireZones()
        }
    }

    /// Removes a zone with all that is in it.
    func remove(_ id: RecordZoneID, _ request: RecordRequest) throws {
        guard id != .standard else {
            throw ProtectionError(.invalidArgument, "the standard zone cannot be removed")
        }
        let key = request.key(of: id)
        try write(request, locking: key) { transaction in
            _ = try self.usable(key, in: transaction)
            try transaction.drop(key)
            try self.firing(for: request, transaction).fireZones()
        }
    }

    /// Writes for a user, who must not have been erased since the request came.
    func write<Result: Sendable>(
        _ request: RecordRequest,
        locking key: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result {
        try engine.write(request.container, locking: key) { transaction in
            if let user = request.user, try transaction.user(.id(user.id)) == nil {
                throw ProtectionError(.notAuthenticated, "the user was erased")
            }
            return try body(transaction)
        }
    }

    // MARK: What users and operators do

    /// Removes what an app keeps of a user, as the user does in the settings.
    ///
    /// - Throws: ``ProtectionError`` of the engine.
    public func removeData(
        of account: String,
        in container: ContainerKey
    ) throws(ProtectionError) {
        try endZones(of: account, in: container, as: .removedByUser)
    }

    /// Forgets what can no longer be opened after the user's keys were reset.
    ///
    /// - Throws: ``ProtectionError`` of the engine.
    public func resetKeys(of account: String, in container: ContainerKey) throws(ProtectionError) {
        try endZones(of: account, in: container, as: .keysReset)
    }

    private func endZones(
        of account: String,
        in container: ContainerKey,
        as condition: ZoneState.Condition
    ) throws(ProtectionError) {
        try answer {
            let user = try self.engine.read(container) { try $0.user(.account(account)) }
            guard let user else { return }
            let database = DatabaseKey(scope: .private, owner: user.id)
            for zone in try self.engine.read(container, { try $0.zones(of: database) }) {
                let key = ZoneKey(database, zone.name)
                try self.engine.write(container, locking: key) { transaction in
                    guard let zone = try transaction.zone(key), zone.condition == .live else {
                        return
                    }
                    try transaction.drop(key)
                    // The standard zone is there again at once, for an app cannot make it.
                    if key.id == .standard { return }
                    var lost = ZoneState(name: zone.name, incarnation: self.randomNumber())
                    lost.condition = condition
                    try transaction.put(lost, of: database)
                    let owner = RecordRequest(container: container, database: database, user: user)
                    try self.firing(for: owner, transaction).fireZones()
                }
            }
        }
    }

    /// Makes tokens of the time before invalid, after an engine was restored from a backup: what
    /// they know of may have been lost.
    ///
    /// - Throws: ``ProtectionError`` of the engine.
    public func didRestore(_ container: ContainerKey) throws(ProtectionError) {
        try answer {
            try self.engine.write(container, locking: nil) {
                try $0.put(incarnation: self.randomNumber())
            }
        }
        try forEachZone(of: container) { key, transaction in
            guard var zone = try transaction.zone(key) else { return }
            zone.incarnation = self.randomNumber()
            try transaction.put(zone, of: key.database)
        }
    }

    /// Forgets removals and requests that are older than ``RecordLimits/deletionMemory``.
    ///
    /// - Throws: ``ProtectionError`` of the engine.
    public func forgetRemovals(in container: ContainerKey) throws(ProtectionError) {
        let time = clock.wallTime().adding(.zero - limits.deletionMemory)
        try forEachZone(of: container) { key, transaction in
            guard var zone = try transaction.zone(key),
                let serial = try transaction.dropRemovals(in: key, before: time)
            else { return }
            zone.forgottenSerial = max(zone.forgottenSerial, serial)
            try transaction.put(zone, of: key.database)
        }
        try answer {
            try self.engine.write(container, locking: nil) { try $0.dropRequests(before: time) }
        }
    }

    private func forEachZone(
        of container: ContainerKey,
        _ body: (ZoneKey, any RecordWriting) throws -> Void
    ) throws(ProtectionError) {
        try answer {
            let users = try self.engine.read(container) { try $0.users() }
            let databases =
                [DatabaseKey.public] + users.map { DatabaseKey(scope: .private, owner: $0.id) }
            for database in databases {
                for zone in try self.engine.read(container, { try $0.zones(of: database) }) {
                    let key = ZoneKey(database, zone.name)
                    try self.engine.write(container, locking: key) { try body(key, $0) }
                }
            }
        }
    }
}
