public import ProtectionModel

/// One of a container's databases, as a device sees it.
///
/// Every call goes to the service at once. All of them throw ``ProtectionError`` with
/// `not-authenticated` where a user has to be signed in, and what else a service says of a call:
/// `network-unavailable`, `service-unavailable`, `rate-limited` and `zone-busy`, the last two with
/// ``ProtectionError/retryAfter``.
public struct RecordDatabase: Sendable {
    let container: RecordContainer
    /// Which one.
    public let scope: DatabaseScope

    // MARK: Records

    /// Saves a record, and gives it as it is on the service then.
    ///
    /// - Throws: ``ProtectionError`` with `server-record-changed`, whose cause is
    ///   ``RecordConflict``; `not-found` for one that was removed; `invalid-argument`,
    ///   `limit-exceeded`, `quota-exceeded`, `permission-denied`, `reference-violation`,
    ///   `zone-not-found`, `user-deleted-zone`, `encrypted-data-reset`.
    @discardableResult
    public func save(
        _ record: Record,
        _ policy: SavePolicy = .ifUnchanged
    ) throws(ProtectionError) -> Record {
        let outcome = try change(saving: [record], policy: policy).first
        if let failure = outcome?.failure { throw failure }
        return outcome?.record ?? record
    }

    /// Removes a record, and those that do not outlive it; one that is not there is none to remove.
    ///
    /// - Throws: as ``save(_:_:)``.
    public func remove(_ id: RecordID) throws(ProtectionError) {
        if let failure = try change(removing: [id]).first?.failure { throw failure }
    }

    /// Saves and removes records in one request.
    ///
    /// - Parameters:
    ///   - records: those that are to be saved.
    ///   - ids: those that are to be removed.
    ///   - policy: what happens to records that others saved.
    ///   - isAtomic: whether nothing is done in a zone where something fails; in the standard zone
    ///     the others are done all the same.
    ///   - token: a name for the request, of 1 to 255 bytes: repeated with it, it is done once.
    /// - Returns: what became of each, in the order of the saves and then the removals.
    /// - Throws: ``ProtectionError`` with `limit-exceeded` or `invalid-argument`, nothing done; see
    ///   ``Swift/Array/check()`` for the failures of single records.
    @discardableResult
    public func change(
        saving records: [Record] = [],
        removing ids: [RecordID] = [],
        policy: SavePolicy = .ifUnchanged,
        isAtomic: Bool = true,
        token: [UInt8]? = nil
    ) throws(ProtectionError) -> [RecordOutcome] {
        var asked = CloudRequest(.change, in: scope)
        asked.saves = records
        asked.removals = ids
        return try call(asked, needsUser: true) { request in
            try self.container.service.change(
                ChangeRequest(
                    changes: records.map { .save($0) } + ids.map { .remove($0) },
                    policy: policy,
                    isAtomic: isAtomic,
                    token: token,
                    user: request.user?.id ?? ""
                ),
                request
            )
        }
    }

    /// What was done of a request whose answer was lost, by its token.
    ///
    /// Unlike the request's repetition this changes nothing, and needs the records' names alone.
    /// - Parameters:
    ///   - token: the request's name.
    ///   - saved: the records that were to be saved, in the order of the request.
    ///   - removed: those that were to be removed.
    /// - Returns: each operation that was done, with the record as it is now, which others may
    ///   have changed since, or `not-found` for one that they removed.
    /// - Throws: ``ProtectionError`` with `invalid-argument` when the request had other operations.
    package func outcomes(
        of token: [UInt8],
        saving saved: [RecordID],
        removing removed: [RecordID]
    ) throws(ProtectionError) -> [RecordOutcome] {
        try call(.outcomes, needsUser: true) {
            try self.container.service.outcomes(of: token, saving: saved, removing: removed, $0)
        }
    }

    /// A record by its name.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `zone-not-found`, `permission-denied`,
    ///   `user-deleted-zone`, `encrypted-data-reset`.
    public func record(
        _ id: RecordID,
        keys: Set<String>? = nil
    ) throws(ProtectionError) -> Record {
        let outcome = try fetch([id], keys: keys).first
        if let failure = outcome?.failure { throw failure }
        guard let record = outcome?.record else {
            throw ProtectionError(.notFound, "the record '\(id)' does not exist")
        }
        return record
    }

    /// Records by their names.
    ///
    /// - Parameters:
    ///   - ids: their names.
    ///   - keys: the fields that are wanted; nil for all.
    /// - Returns: each record, or what hinders it, in the order of the names.
    /// - Throws: ``ProtectionError`` with `limit-exceeded`.
    public func fetch(
        _ ids: [RecordID],
        keys: Set<String>? = nil
    ) throws(ProtectionError) -> [RecordOutcome] {
        try call(.fetch) { try self.container.service.fetch(ids, keys: keys, $0) }
    }

    /// Searches for records.
    ///
    /// - Parameters:
    ///   - query: what is searched for.
    ///   - zone: where; nil for all zones.
    ///   - keys: the fields that are wanted; nil for all.
    ///   - limit: how many records the page has at most; nil for the service's limit, which counts
    ///     in any case.
    ///   - cursor: where to go on; nil for the beginning.
    /// - Returns: a page of what was found.
    /// - Throws: ``ProtectionError`` with `invalid-argument`, `malformed-predicate`, `not-found`
    ///   for a type that the schema lacks.
    public func find(
        _ query: RecordQuery,
        in zone: RecordZoneID? = nil,
        keys: Set<String>? = nil,
        limit: Int? = nil,
        after cursor: RecordCursor? = nil
    ) throws(ProtectionError) -> RecordPage {
        try call(.query) {
            try self.container.service.find(
                query,
                in: zone,
                keys: keys,
                limit: limit,
                after: cursor,
                $0
            )
        }
    }

    // MARK: Zones

    /// A page of what changed in a zone since a token was given; of everything for nil.
    ///
    /// - Throws: ``ProtectionError`` with `change-token-expired`: everything has to be fetched
    ///   anew; `invalid-argument` for a token of another zone.
    public func changes(
        in zone: RecordZoneID,
        since token: ChangeToken? = nil,
        keys: Set<String>? = nil
    ) throws(ProtectionError) -> RecordChanges {
        try call(.changes, needsUser: true) {
            try self.container.service.changes(in: zone, since: token, keys: keys, $0)
        }
    }

    /// The zones that can be used, ordered by the bytes of their names.
    ///
    /// - Throws: see above.
    public func zones() throws(ProtectionError) -> [RecordZone] {
        try call(.zones) { try self.container.service.zones($0) }
    }

    /// Makes a zone; one that is there stays as it is.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`.
    public func makeZone(_ id: RecordZoneID) throws(ProtectionError) {
        try call(.makeZone, needsUser: true) { try self.container.service.make(id, $0) }
    }

    /// Removes a zone with all that is in it.
    ///
    /// - Throws: ``ProtectionError`` with `zone-not-found`, `user-deleted-zone`,
    ///   `encrypted-data-reset`; `invalid-argument` for the standard zone.
    public func removeZone(_ id: RecordZoneID) throws(ProtectionError) {
        try call(.removeZone, needsUser: true) { try self.container.service.remove(id, $0) }
    }

    /// The zones that were changed, made or removed since a token was given; all for nil.
    ///
    /// Only zones that apps made are told of. The token grows with the number of zones.
    /// - Throws: ``ProtectionError`` with `change-token-expired` after the service was restored
    ///   from a backup; `invalid-argument` for a token of another database, and for the public one.
    public func changedZones(
        since token: ChangeToken? = nil
    ) throws(ProtectionError) -> DatabaseChanges {
        try call(.databaseChanges, needsUser: true) {
            try self.container.service.changedZones(since: token, $0)
        }
    }

    // MARK: Subscriptions

    /// Adds a subscription of the user's, or replaces the one with its id.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`, `malformed-predicate`, `not-found`
    ///   for a type that the schema lacks, `zone-not-found`, `limit-exceeded`.
    public func save(_ subscription: RecordSubscription) throws(ProtectionError) {
        try call(.saveSubscription, needsUser: true) {
            try self.container.service.save(subscription, $0)
        }
    }

    /// The user's subscriptions to this database, from whichever device, ordered by the bytes of
    /// their ids.
    ///
    /// - Throws: see above.
    public func subscriptions() throws(ProtectionError) -> [RecordSubscription] {
        try call(.subscriptions, needsUser: true) {
            try self.container.service.subscriptions($0)
        }
    }

    /// Removes a subscription, with its pushes that wait; one that is not there is none to remove.
    ///
    /// - Throws: see above.
    public func removeSubscription(_ id: String) throws(ProtectionError) {
        try call(.removeSubscription, needsUser: true) {
            try self.container.service.remove(subscription: id, $0)
        }
    }

    // MARK: Calls

    private func call<Result>(
        _ call: CloudCall,
        needsUser: Bool = false,
        _ body: (RecordRequest) throws -> Result
    ) throws(ProtectionError) -> Result {
        try self.call(CloudRequest(call, in: scope), needsUser: needsUser, body)
    }

    private func call<Result>(
        _ asked: CloudRequest,
        needsUser: Bool,
        _ body: (RecordRequest) throws -> Result
    ) throws(ProtectionError) -> Result {
        let isPublic = scope == .public
        // Asked once: who signs out, or in, meanwhile changes nothing for this call.
        let person =
            needsUser || !isPublic
            ? try container.account.signedIn() : container.account.person
        return try container.call(asked) { fault in
            let user = try person.map { try container.user($0) }
            return try body(
                RecordRequest(
                    container: container.key,
                    database: isPublic ? .public : DatabaseKey(scope: scope, owner: user?.id ?? ""),
                    user: user,
                    device: container.deviceToken,
                    isPartlyRefused: fault == .partlyDone
                )
            )
        }
    }
}
