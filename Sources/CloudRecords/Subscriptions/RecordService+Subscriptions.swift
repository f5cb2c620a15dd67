import ProtectionModel

/// Subscriptions, and the devices that are told.
extension RecordService {
    /// Bytes of the longest subscription, as ``SubscriptionBody`` writes it.
    private static let subscriptionByteCount = 16 << 10

    /// Adds a user's subscription or replaces the one with its id.
    func save(_ subscription: RecordSubscription, _ request: RecordRequest) throws {
        let key = try request.key(of: subscription.id)
        let body = SubscriptionBody.encode(subscription)
        guard body.count <= Self.subscriptionByteCount else {
            throw ProtectionError(
                .limitExceeded,
                "'\(subscription.id)': a subscription has at most \(Self.subscriptionByteCount) "
                    + "bytes"
            )
        }
        try write(request, locking: nil) { transaction in
            let schema = try self.schema(transaction, of: request.container)
            try SubscriptionCheck(limits: self.limits, schema: schema, scope: key.database.scope)
                .check(subscription)
            if let zone = subscription.zone {
                _ = try self.usable(request.key(of: zone), in: transaction)
            }
            let others = try transaction.subscriptions(of: key.owner, to: key.database)
            guard others.count(where: { $0.key != key }) < self.limits.subscriptionCount else {
                throw ProtectionError(
                    .limitExceeded,
                    "a user has at most \(self.limits.subscriptionCount) subscriptions to a "
                        + "database"
                )
            }
            try transaction.put(StoredSubscription(key, type: subscription.type, body: body))
        }
    }

    /// A user's subscriptions to a database, ordered by the bytes of their ids.
    func subscriptions(_ request: RecordRequest) throws -> [RecordSubscription] {
        let owner = try request.key(of: "").owner
        let stored = try engine.read(request.container) {
            try $0.subscriptions(of: owner, to: request.database)
        }
        return stored.compactMap { SubscriptionBody.decode($0.body, id: $0.key.id) }
    }

    /// Removes a user's subscription; one that is not there is none to remove.
    func remove(subscription id: String, _ request: RecordRequest) throws {
        let key = try request.key(of: id)
        try write(request, locking: nil) { _ = try $0.drop(key) }
    }

    /// What the operator of a container reads, with the values that subscriptions copy into pushes.
    ///
    /// - Throws: ``ProtectionError`` of the engine.
    package func exposure(
        of container: ContainerKey
    ) throws(ProtectionError) -> RecordExposure {
        try answer {
            try self.engine.read(container) { transaction in
                var pushed: [String: Set<String>] = [:]
                for user in try transaction.users() {
                    for database in [.public, DatabaseKey(scope: .private, owner: user.id)] {
                        for stored in try transaction.subscriptions(of: user.id, to: database) {
                            let subscription = SubscriptionBody.decode(stored.body, id: "")
                            guard let subscription, let type = subscription.type else { continue }
                            pushed[type, default: []].formUnion(subscription.exposedKeys)
                        }
                    }
                }
                let schema = try self.schema(transaction, of: container)
                return RecordExposure(of: schema, pushed: pushed)
            }
        }
    }

    // MARK: Devices

    /// Sends a user's pushes to a device, and those of whoever was signed in there no longer.
    func register(device token: [UInt8], _ request: RecordRequest) throws {
        let user = try request.key(of: "").owner
        guard (1...256).contains(token.count) else {
            throw ProtectionError(.invalidArgument, "a device's token has 1 to 256 bytes")
        }
        try write(request, locking: nil) { transaction in
            let known = try transaction.device(token)
            if known?.user == user { return }
            if known != nil { try transaction.drop(device: token) }
            try transaction.put(StoredDevice(token: token, user: user))
        }
    }

    /// Sends a device no more pushes.
    func remove(device token: [UInt8], in container: ContainerKey) throws {
        try engine.write(container, locking: nil) { try $0.drop(device: token) }
    }

    /// Sets the number that the next push to a device counts from.
    func set(badge: Int64, of token: [UInt8], in container: ContainerKey) throws {
        try engine.write(container, locking: nil) { transaction in
            guard var device = try transaction.device(token) else { return }
            device.badge = badge
            try transaction.put(device)
        }
    }

    // MARK: Pushes

    /// Hands the pushes that wait to the push service, in the order of their commits.
    ///
    /// Those that were handed over are dropped then. After a crash between both they are handed
    /// over again, under their old identifiers, by which a device puts each in the place of the
    /// first.
    /// - Returns: how many were handed over.
    /// - Throws: what `deliver` throws: that push and those after it wait on; ``ProtectionError``
    ///   of the engine.
    @discardableResult
    public func deliverPushes(
        of container: ContainerKey,
        _ deliver: (RecordPush) throws -> Void
    ) throws -> Int {
        var count = 0
        while true {
            let page = try engine.read(container) { try $0.pushes(limit: limits.pageCount) }
            if page.isEmpty { return count }
            var done = 0
            defer { count += done }
            do {
                for push in page {
                    try deliver(RecordPush(push, container))
                    done += 1
                }
            } catch {
                try drop(page.prefix(done), in: container)
                throw error
            }
            try drop(page[...], in: container)
        }
    }

    private func drop(_ pushes: ArraySlice<StoredPush>, in container: ContainerKey) throws {
        guard !pushes.isEmpty else { return }
        try engine.write(container, locking: nil) { transaction in
            for push in pushes { try transaction.drop(push: push.identifier) }
        }
    }

    func firing(
        for request: RecordRequest,
        _ transaction: any RecordWriting
    ) -> SubscriptionFiring {
        SubscriptionFiring(
            service: self,
            transaction: transaction,
            container: request.container,
            database: request.database,
            sender: request.device
        )
    }
}

/// A push on its way to the push service.
public struct RecordPush: Sendable, Hashable {
    /// Unlike that of any other push, and the same when it comes twice (`apns-collapse-id`).
    public let identifier: String
    /// What the push service knows the app on the device by.
    public let device: [UInt8]
    /// The container that it is about.
    public let container: ContainerKey
    /// What the app gets: JSON that ``RecordNotification`` reads.
    public let payload: [UInt8]

    init(_ push: StoredPush, _ container: ContainerKey) {
        identifier = push.identifier
        device = push.device
        self.container = container
        payload = push.payload
    }
}

extension RecordRequest {
    /// The key of the user's own subscription.
    fileprivate func key(of subscription: String) throws(ProtectionError) -> SubscriptionKey {
        guard let user else {
            throw ProtectionError(.notAuthenticated, "subscriptions are those of a user")
        }
        return SubscriptionKey(database, owner: user.id, id: subscription)
    }
}

extension RecordSubscription {
    /// The only zone that it is about; nil for all.
    fileprivate var zone: RecordZoneID? {
        switch subject {
        case .query(_, _, let zone, _): zone
        case .zone(let zone, _): zone
        case .database: nil
        }
    }
}
