public import ProtectionModel
import SodiumCrypto

/// Users of a container: what apps see of them is an id, which is another one in every container.
extension RecordService {
    /// The user with an account, made when the container sees the account for the first time.
    func user(of account: String, in container: ContainerKey) throws -> StoredUser {
        if let user = try engine.read(container, { try $0.user(.account(account)) }) { return user }
        let key = ZoneKey(.public, RecordZoneID.standard.name)
        return try engine.write(container, locking: key) { transaction in
            if let user = try transaction.user(.account(account)) { return user }
            let digits = self.randomDigits(byteCount: 16)
            let user = StoredUser(id: "_" + digits, account: account)
            try transaction.put(user)
            try self.putRecord(of: user, in: key, transaction)
            return user
        }
    }

    private func putRecord(
        of user: StoredUser,
        in key: ZoneKey,
        _ transaction: any RecordWriting
    ) throws {
        var zone = try usable(key, in: transaction)
        zone.serial += 1
        let now = clock.wallTime()
        var record = StoredRecord(
            name: user.id,
            type: RecordSchema.userType,
            serial: zone.serial,
            tag: zone.tag,
            created: (now, user.id),
            modified: (now, user.id)
        )
        _ = record.measure()
        zone.byteCount += record.byteCount
        try transaction.put(record, in: key)
        try transaction.put(zone, of: key.database)
    }

    /// Changes what is kept of a user.
    func change(
        _ account: String,
        in container: ContainerKey,
        _ body: (inout StoredUser) -> Void
    ) throws {
        _ = try user(of: account, in: container)
        try engine.write(container, locking: nil) { transaction in
            guard var user = try transaction.user(.account(account)) else { return }
            body(&user)
            try transaction.put(user)
        }
    }

    /// Gives a user roles that the schema's grants name.
    ///
    /// - Throws: ``ProtectionError`` of the engine.
    public func assign(
        roles: [String],
        to account: String,
        in container: ContainerKey
    ) throws(ProtectionError) {
        try answer { try self.change(account, in: container) { $0.roles = roles } }
    }

    /// What others find out about a user who let them: an unknown one is the same as one who did
    /// not.
    func discover(_ word: UserWord, in container: ContainerKey) throws -> DiscoveredUser? {
        let user = try engine.read(container) { try $0.user(word) }
        guard let user, let name = user.name else { return nil }
        return DiscoveredUser(id: RecordID(user.id), name: name)
    }

    // MARK: Leaving

    /// Removes everything of a user: what is private, the records that the user saved first in the
    /// public database, the user's record, subscriptions, devices with the pushes that wait for
    /// them, and the id wherever other records have it.
    ///
    /// Nobody is told by a push.
    /// Others' records stay. Where one of them was last saved by the user nobody is named as the
    /// one who did, and where a field refers to the user's record the field goes.
    /// - Throws: ``ProtectionError`` of the engine.
    public func eraseUser(_ account: String, in container: ContainerKey) throws(ProtectionError) {
        try answer {
            let key = ZoneKey(.public, RecordZoneID.standard.name)
            try self.engine.write(container, locking: key) { transaction in
                guard let user = try transaction.user(.account(account)) else { return }
                try transaction.drop(DatabaseKey(scope: .private, owner: user.id))
                try transaction.drop(DatabaseKey(scope: .shared, owner: user.id))
                for subscription in try transaction.subscriptions(of: user.id, to: .public) {
                    try transaction.drop(subscription.key)
                }
                for device in try transaction.devices(of: user.id) {
                    try transaction.drop(device: device.token)
                }
                try self.erase(user, in: key, transaction)
                try transaction.drop(user: user.id)
            }
        }
    }

    private func erase(
        _ user: StoredUser,
        in key: ZoneKey,
        _ transaction: any RecordWriting
    ) throws {
        guard var zone = try transaction.zone(key) else { return }
        var serial: Int64 = 0
        var page: [StoredRecord] = []
        repeat {
            page = try transaction.changes(in: key, after: serial, limit: limits.pageCount)
            serial = page.last?.serial ?? serial
            try erase(user, from: page, of: &zone, in: key, transaction)
        } while !page.isEmpty
        try transaction.put(zone, of: key.database)
    }

    private func erase(
        _ user: StoredUser,
        from page: [StoredRecord],
        of zone: inout ZoneState,
        in key: ZoneKey,
        _ transaction: any RecordWriting
    ) throws {
        for record in page {
            zone.byteCount -= record.byteCount
            if record.creator == user.id {
                try transaction.drop(record.name, in: key)
                continue
            }
            var other = record.without(user.id)
            if other != record { _ = other.measure() }
            zone.byteCount += other.byteCount
            if other == record { continue }
            zone.serial += 1
            other.serial = zone.serial
            other.tag = zone.tag
            try transaction.put(other, in: key)
        }
    }
}

/// What others find out about a user who let them.
public struct DiscoveredUser: Sendable, Hashable {
    /// The user's record.
    public let id: RecordID
    /// What people call the user.
    public let name: PersonName
}

extension StoredRecord {
    /// The record without a trace of a user who did not make it.
    fileprivate func without(_ user: String) -> StoredRecord {
        var record = self
        if modifier == user { record.modifier = "" }
        record.fields = fields.compactMapValues { $0.without(user) }
        return record
    }
}

extension RecordValue {
    /// The value without references to a user's record; nil where it was one.
    fileprivate func without(_ user: String) -> RecordValue? {
        switch self {
        case .reference(let reference): reference.id.name == user ? nil : self
        case .list(let values): .list(values.compactMap { $0.without(user) })
        default: self
        }
    }
}

extension ZoneState {
    /// The tag of what has the zone's last serial: no other record ever has it.
    var tag: String {
        String(incarnation, radix: 36) + "-" + String(serial, radix: 36)
    }
}
