import ProtectionModel

/// What became of a record in a commit.
struct CommittedChange {
    /// Nil for one that was not there before.
    let old: StoredRecord?
    /// Nil for one that was removed.
    let new: StoredRecord?

    var type: String { (new ?? old)?.type ?? "" }

    fileprivate var kind: RecordNotification.Change {
        if old == nil { return .creation }
        return new == nil ? .removal : .update
    }
}

/// Queues the pushes of a commit, in its own transaction: one for each subscription and device,
/// whatever number of records it is about.
///
/// So a crash after the commit loses none, and a subscription that fires once is used up exactly
/// when its push is queued. A push takes the place of an older one of its subscription that still
/// waits for the same device, which bounds the queue (Apple: pushes "can be coalesced").
struct SubscriptionFiring {
    let service: RecordService
    let transaction: any RecordWriting
    let container: ContainerKey
    let database: DatabaseKey
    /// The device that made the change, and is not told.
    let sender: [UInt8]?

    /// Tells of records.
    func fire(_ changes: [CommittedChange], in zone: RecordZoneID) throws {
        guard !changes.isEmpty else { return }
        let types = Set(changes.map(\.type))
        for stored in try transaction.subscriptions(to: database, watching: types) {
            try fire(stored) { try event(for: $0, stored.key.owner, changes, in: zone) }
        }
    }

    /// Tells that zones were made or removed.
    func fireZones() throws {
        for stored in try transaction.subscriptions(to: database, watching: []) {
            try fire(stored) {
                if case .database = $0.subject { .database } else { nil }
            }
        }
    }

    private func fire(
        _ stored: StoredSubscription,
        _ event: (RecordSubscription) throws -> SubscriptionEvent?
    ) throws {
        let owner = stored.key.owner
        // One of a newer version keeps nobody from saving.
        guard let subscription = SubscriptionBody.decode(stored.body, id: stored.key.id),
            let event = try event(subscription)
        else { return }
        let devices = try transaction.devices(of: owner).filter { $0.token != sender }
        // Who has nobody to tell is not used up.
        if devices.isEmpty { return }
        if subscription.firesOnce, try !transaction.drop(stored.key) { return }
        for device in devices { try queue(subscription, stored.key, event, for: device) }
    }

    private func queue(
        _ subscription: RecordSubscription,
        _ key: SubscriptionKey,
        _ event: SubscriptionEvent,
        for device: StoredDevice
    ) throws {
        let badge =
            subscription.notification.countsBadge
            ? try transaction.countBadge(of: device.token) : nil
        let identifier = service.randomDigits(byteCount: 16)
        let payload = PushPayload(
            identifier: identifier,
            container: container,
            subscription: subscription,
            key: key,
            event: event,
            badge: badge
        )
        try transaction.put(
            StoredPush(
                identifier: identifier,
                device: device.token,
                subscription: key,
                time: service.clock.wallTime(),
                payload: payload.json()
            )
        )
    }

    // MARK: Matching

    private func event(
        for subscription: RecordSubscription,
        _ owner: String,
        _ changes: [CommittedChange],
        in zone: RecordZoneID
    ) throws -> SubscriptionEvent? {
        switch subscription.subject {
        case .database(let type):
            return changes.contains { type == nil || $0.type == type } ? .database : nil
        case .zone(let watched, let type):
            guard watched == zone else { return nil }
            return changes.contains { type == nil || $0.type == type } ? .zone(zone) : nil
        case .query(let name, let predicate, let watched, let firing):
            guard watched == nil || watched == zone, changes.contains(where: { $0.type == name })
            else { return nil }
            let schema = try service.schema(transaction, of: container)
            guard let type = schema[name] else { return nil }
            let reader = try permissions(of: owner, schema)
            // The push names the last of several.
            let change = changes.last { change in
                guard let record = change.new ?? change.old, record.type == name,
                    firing.contains(change.kind.firing),
                    reader?.allows(.read, ofType: name, creator: record.creator) ?? false
                else { return false }
                let evaluation = PredicateEvaluation(
                    record,
                    in: zone,
                    of: type,
                    unit: service.limits.distanceUnit
                )
                return evaluation.holds(predicate.condition) == true
            }
            return change.flatMap { change in
                (change.new ?? change.old).map { .query(change.kind, $0, zone) }
            }
        }
    }

    /// What the user who is told may read: a push tells nothing else.
    private func permissions(
        of owner: String,
        _ schema: RecordSchema
    ) throws -> RecordPermissions? {
        guard let user = try transaction.user(.id(owner)) else { return nil }
        return RecordPermissions(
            schema: schema,
            request: RecordRequest(container: container, database: database, user: user)
        )
    }
}

extension RecordSubscription {
    fileprivate var firesOnce: Bool {
        if case .query(_, _, _, let firing) = subject { firing.contains(.once) } else { false }
    }
}

extension RecordNotification.Change {
    fileprivate var firing: RecordSubscription.Firing {
        switch self {
        case .creation: .creation
        case .update: .update
        case .removal: .removal
        }
    }
}
