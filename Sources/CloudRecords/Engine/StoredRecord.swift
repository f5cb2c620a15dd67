package import ProtectionModel

/// A record as an engine keeps it, or what is left of one that was removed.
package struct StoredRecord: Sendable, Hashable {
    /// Its name within the zone.
    package let name: String
    /// The name of its type.
    package var type: String
    /// The number of its last change within the zone.
    package var serial: Int64
    /// Unlike any tag that it, or another record of its name, ever had.
    package var tag: String
    /// When it was first saved.
    package var created: Timestamp
    /// Who saved it first; empty for what is left of a removed one.
    package var creator: String
    /// When it was last saved, or removed.
    package var modified: Timestamp
    /// Who saved it last; empty for what is left of a removed one.
    package var modifier: String
    /// The name of the record that it belongs to.
    package var parent: String?
    /// Its values.
    package var fields: [String: RecordValue]
    /// Whether it was removed; all but name, type, serial and time is empty then.
    package var isRemoved: Bool
    /// What counts against a quota: its values and its assets, in bytes.
    package var byteCount: Int64

    /// Puts together what an engine kept.
    ///
    /// - Parameters:
    ///   - name: its name within the zone.
    ///   - type: the name of its type.
    ///   - serial: the number of its last change.
    ///   - tag: its tag.
    ///   - created: when and by whom it was first saved.
    ///   - modified: when and by whom it was last saved, or removed.
    ///   - parent: the name of the record that it belongs to.
    ///   - fields: its values.
    ///   - isRemoved: whether it was removed.
    ///   - byteCount: what counts against a quota.
    package init(
        name: String,
        type: String,
        serial: Int64 = 0,
        tag: String = "",
        created: (time: Timestamp, user: String),
        modified: (time: Timestamp, user: String),
        parent: String? = nil,
        fields: [String: RecordValue] = [:],
        isRemoved: Bool = false,
        byteCount: Int64 = 0
    ) {
        self.name = name
        self.type = type
        self.serial = serial
        self.tag = tag
        self.created = created.time
        creator = created.user
        self.modified = modified.time
        modifier = modified.user
        self.parent = parent
        self.fields = fields
        self.isRemoved = isRemoved
        self.byteCount = byteCount
    }

    /// Counts what counts against a quota, and gives the bytes without assets.
    mutating func measure() -> Int {
        let size = RecordBody.encode(fields, parent: parent).count
        byteCount = fields.values.flatMap(\.assets).reduce(Int64(size)) { sum, asset in
            let (sum, overflow) = sum.addingReportingOverflow(asset.byteCount)
            return overflow ? .max : sum
        }
        return size
    }

    /// The names of the records that it must not outlive, or without which it cannot be.
    func targets(_ action: RecordReference.Action) -> [String] {
        fields.values.flatMap(\.references).filter { $0.action == action }.map(\.id.name)
    }

    /// What is left of it when it is removed.
    func removed(serial: Int64, at time: Timestamp) -> StoredRecord {
        StoredRecord(
            name: name,
            type: type,
            serial: serial,
            created: (time, ""),
            modified: (time, ""),
            isRemoved: true
        )
    }
}

/// One of a container's databases: all users have one public database, each has a private one.
package struct DatabaseKey: Sendable, Hashable {
    /// Which one.
    package let scope: DatabaseScope
    /// The id of the user whose it is; empty for the public one.
    package let owner: String

    /// The database that all users have.
    package static let `public` = DatabaseKey(scope: .public, owner: "")

    /// Names a database.
    package init(scope: DatabaseScope, owner: String) {
        self.scope = scope
        self.owner = owner
    }
}

/// A zone within a container.
package struct ZoneKey: Sendable, Hashable {
    /// Its database.
    package let database: DatabaseKey
    /// Its name.
    package let name: String

    /// Names a zone.
    package init(_ database: DatabaseKey, _ name: String) {
        self.database = database
        self.name = name
    }

    /// The zone as its user names it.
    package var id: RecordZoneID { RecordZoneID(name) }

    /// Whether devices are told what changed in it, so that removals are remembered: in zones that
    /// apps made.
    var tellsChanges: Bool { database.scope != .public && id != .standard }
}

/// What an engine keeps of a zone, and locks while it is written.
package struct ZoneState: Sendable, Hashable {
    /// Whether it can be used.
    package enum Condition: String, Sendable, Hashable, CaseIterable {
        case live
        /// The user removed the app's data.
        case removedByUser
        /// The user's keys were reset.
        case keysReset
    }

    /// Its name.
    package let name: String
    /// A random number that is another one after the zone was made anew, or restored from a backup.
    package var incarnation: UInt64
    /// The number of its last change.
    package var serial: Int64 = 0
    /// The number of the last removal that is no longer remembered.
    package var forgottenSerial: Int64 = 0
    /// What its records count against a quota, in bytes.
    package var byteCount: Int64 = 0
    /// Whether it can be used.
    package var condition = Condition.live
    /// What became of the zone of the same name that this one took the place of; live for none.
    package var earlierLoss = Condition.live

    /// A new zone.
    package init(name: String, incarnation: UInt64) {
        self.name = name
        self.incarnation = incarnation
    }
}

/// A user of a container, as the service knows it.
package struct StoredUser: Sendable, Hashable {
    /// The id, unlike that of the same user in another container.
    package let id: String
    /// What the account is to all containers; never shown to an app.
    package let account: String
    /// What others may find out; nil, with nothing kept, when the user does not let them.
    package var name: PersonName?
    /// The addresses by which they may find it out, without case.
    package var addresses: [String] = []
    /// Roles that the schema's grants name.
    package var roles: [String] = []

    /// A new user.
    package init(id: String, account: String) {
        self.id = id
        self.account = account
    }
}

/// What people call a user.
public struct PersonName: Sendable, Hashable {
    /// The first name.
    public let first: String
    /// The last name.
    public let last: String

    /// Names a user.
    public init(first: String, last: String) {
        self.first = first
        self.last = last
    }
}

/// A request that was done, kept so that its repetition is not done again.
package struct StoredRequest: Sendable, Hashable {
    /// What was asked, as a hash.
    package let digest: [UInt8]
    /// When it was done.
    package let time: Timestamp
    /// Which of its operations were done, in their order.
    package let isDone: [Bool]

    /// Puts together what an engine kept.
    package init(digest: [UInt8], time: Timestamp, isDone: [Bool]) {
        self.digest = digest
        self.time = time
        self.isDone = isDone
    }
}
