package import ProtectionModel

/// Where a service keeps its records: in memory, in SQLite or in PostgreSQL.
///
/// An engine keeps and finds, and decides nothing: what is common to all of them, as limits,
/// schemas, policies, conflicts, predicates, tokens and roles, stands above it in
/// ``RecordService``, so that they answer alike. It has two promises. A transaction sees no other
/// and is done as a whole or not at all, also when power is lost; one that names a zone may run
/// beside those of other zones, and none beside another of the same zone. And it gives back what
/// it was given.
package protocol RecordEngine: Sendable {
    /// Runs a transaction that only reads.
    ///
    /// - Throws: what `body` throws, and ``ProtectionError`` when the engine fails.
    func read<Result: Sendable>(
        _ container: ContainerKey,
        _ body: (any RecordReading) throws -> Result
    ) throws -> Result

    /// Runs a transaction that writes to one zone, or to what belongs to the container, for nil.
    ///
    /// What `body` throws undoes all that it wrote. An engine that cannot commit because of others
    /// may undo all and run `body` again.
    /// - Throws: as ``read(_:_:)``.
    func write<Result: Sendable>(
        _ container: ContainerKey,
        locking zone: ZoneKey?,
        _ body: (any RecordWriting) throws -> Result
    ) throws -> Result
}

/// An app's container in one of its two environments, which share nothing.
public struct ContainerKey: Sendable, Hashable {
    /// The identifier, such as `iCloud.com.example.notes`.
    public let identifier: String
    /// Where it is used.
    public let environment: RecordEnvironment

    /// Names a container.
    public init(_ identifier: String, _ environment: RecordEnvironment) {
        self.identifier = identifier
        self.environment = environment
    }
}

/// Where a container is used.
public enum RecordEnvironment: String, Sendable, Hashable, CaseIterable {
    /// While an app is made: its schema learns types and fields from saves.
    case development
    /// By the app's users: its schema has what was promoted.
    case production
}

/// What a transaction reads.
package protocol RecordReading {
    /// The schema's text; nil before the first.
    func schema() throws -> String?
    /// A zone; nil for one that never was.
    func zone(_ key: ZoneKey) throws -> ZoneState?
    /// All zones of a database, ordered by the bytes of their names.
    func zones(of database: DatabaseKey) throws -> [ZoneState]
    /// A record, or what is left of a removed one.
    func record(_ name: String, in zone: ZoneKey) throws -> StoredRecord?
    /// The first `limit` records with a serial above `serial`, in the order of their serials, with
    /// what is left of removed ones.
    func changes(in zone: ZoneKey, after serial: Int64, limit: Int) throws -> [StoredRecord]
    /// The names of the zone's records that refer to one, ordered by their bytes.
    func referrers(
        to name: String,
        in zone: ZoneKey,
        by link: RecordLink
    ) throws -> [String]
    /// Shows every record of a type in a zone that the predicate holds for, and maybe others.
    ///
    /// An engine with an index of ``IndexEntry`` narrows by ``RecordCondition/bounds``; the caller
    /// asks the predicate for each.
    func candidates(
        of type: String,
        in zone: ZoneKey,
        for predicate: RecordPredicate,
        _ body: (StoredRecord) throws -> Void
    ) throws
    /// All users, ordered by their ids.
    func users() throws -> [StoredUser]
    /// The user with this account, id or address; of several the one with the lowest id.
    func user(_ word: UserWord) throws -> StoredUser?
    /// A request that was done.
    func request(_ token: [UInt8], of database: DatabaseKey) throws -> StoredRequest?
    /// The container's number, another one after each restoration; nil before the first.
    func incarnation() throws -> UInt64?
    /// The subscriptions of a user to a database, ordered by the bytes of their ids.
    func subscriptions(of owner: String, to database: DatabaseKey) throws -> [StoredSubscription]
    /// The subscriptions of all users to a database that are about one of these types or about
    /// all, ordered by the bytes of their owners' and then their own ids.
    func subscriptions(
        to database: DatabaseKey,
        watching types: Set<String>
    ) throws -> [StoredSubscription]
    /// The devices of a user, ordered by the bytes of their tokens.
    func devices(of user: String) throws -> [StoredDevice]
    /// A device; nil for one that is not known.
    func device(_ token: [UInt8]) throws -> StoredDevice?
    /// The first `limit` pushes that wait, ordered by their times, then by the bytes of their
    /// identifiers.
    func pushes(limit: Int) throws -> [StoredPush]
}

/// What a transaction writes.
package protocol RecordWriting: RecordReading {
    /// Replaces the schema's text.
    func put(schema: String) throws
    /// Adds a zone or replaces what is kept of it.
    func put(_ zone: ZoneState, of database: DatabaseKey) throws
    /// Adds a record or replaces it.
    func put(_ record: StoredRecord, in zone: ZoneKey) throws
    /// Drops a record without a trace.
    func drop(_ name: String, in zone: ZoneKey) throws
    /// Drops a zone with its records and what is left of removed ones.
    func drop(_ zone: ZoneKey) throws
    /// Drops what is left of records that were removed before a time, and gives the highest serial
    /// of them.
    func dropRemovals(in zone: ZoneKey, before time: Timestamp) throws -> Int64?
    /// Drops a database with its zones, requests, subscriptions and the pushes of those.
    func drop(_ database: DatabaseKey) throws
    /// Adds a user or replaces it.
    func put(_ user: StoredUser) throws
    /// Drops a user.
    func drop(user id: String) throws
    /// Remembers a request.
    func put(_ request: StoredRequest, token: [UInt8], of database: DatabaseKey) throws
    /// Drops requests that were done before a time.
    func dropRequests(before time: Timestamp) throws
    /// Replaces the container's number.
    func put(incarnation: UInt64) throws
    /// Adds a subscription or replaces it.
    func put(_ subscription: StoredSubscription) throws
    /// Drops a subscription with the pushes that wait for it, and says whether it was there.
    ///
    /// Transactions for several zones may do this at once: one of them alone hears that it was.
    @discardableResult
    func drop(_ subscription: SubscriptionKey) throws -> Bool
    /// Adds a device or replaces it.
    func put(_ device: StoredDevice) throws
    /// Adds one to a device's badge, which others may do at once, and gives what it is then.
    func countBadge(of token: [UInt8]) throws -> Int64
    /// Drops a device with the pushes that wait for it.
    func drop(device token: [UInt8]) throws
    /// Adds a push in place of the one of the same subscription that waits for the same device.
    func put(_ push: StoredPush) throws
    /// Drops a push, if it still waits.
    func drop(push identifier: String) throws
}

/// How a record points at another.
package enum RecordLink: UInt8, Sendable, Hashable {
    /// By a field without consequences.
    case reference
    /// By a field with ``RecordReference/Action/deleteSelf``.
    case deleteSelf
    /// As its parent.
    case parent
}

/// What a user is found by.
package enum UserWord: Sendable, Hashable {
    /// What the account is to all containers.
    case account(String)
    /// The id within the container.
    case id(String)
    /// An address without case.
    case address(String)
}
