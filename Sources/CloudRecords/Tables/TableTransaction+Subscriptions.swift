import ProtectionModel

/// Subscriptions, devices and the pushes that wait for them.
extension TableTransaction {
    package func incarnation() throws -> UInt64? {
        guard let container = try id(),
            let row = try connection.rows(.findIncarnation, [.integer(container)]).first,
            !row.isNull(0)
        else { return nil }
        return UInt64(bitPattern: try row.integer(0))
    }

    package func put(incarnation: UInt64) throws {
        try connection.run(
            .changeIncarnation,
            [.integer(Int64(bitPattern: incarnation)), .integer(try addedID())]
        )
    }

    // MARK: Subscriptions

    package func subscriptions(
        of owner: String,
        to database: DatabaseKey
    ) throws -> [StoredSubscription] {
        guard let container = try id() else { return [] }
        return try connection.rows(
            .findOwnSubscriptions,
            values(of: database, container) + [.key(owner)]
        ).map { try $0.subscription(to: database) }.inOrder
    }

    package func subscriptions(
        to database: DatabaseKey,
        watching types: Set<String>
    ) throws -> [StoredSubscription] {
        guard let container = try id() else { return [] }
        let values = values(of: database, container)
        // Those of all types come with those of the first one.
        var keys = types.sorted().map { TableValue.key($0) }
        var found = try connection.rows(
            .findSubscriptions,
            values + [.bytes([]), keys.popLast() ?? .bytes([])]
        )
        for key in keys { found += try connection.rows(.findSubscriptions, values + [key, key]) }
        return try found.map { try $0.subscription(to: database) }.inOrder
    }

    package func put(_ subscription: StoredSubscription) throws {
        let type = subscription.type
        try connection.run(
            .putSubscription,
            values(of: subscription.key, try addedID()) + [
                .text(subscription.key.owner), .text(subscription.key.id),
                type.map { .key($0) } ?? .bytes([]), .text(type), .bytes(subscription.body),
            ]
        )
    }

    @discardableResult
    package func drop(_ subscription: SubscriptionKey) throws -> Bool {
        guard let container = try id() else { return false }
        let values = values(of: subscription, container)
        try connection.run(.dropSubscriptionPushes, values)
        return try !connection.rows(.dropSubscription, values).isEmpty
    }

    private func values(of key: SubscriptionKey, _ container: Int64) -> [TableValue] {
        values(of: key.database, container) + [.key(key.owner), .key(key.id)]
    }

    // MARK: Devices

    package func devices(of user: String) throws -> [StoredDevice] {
        guard let container = try id() else { return [] }
        return try connection.rows(.findDevices, [.integer(container), .key(user)])
            .map { try $0.device() }.sorted { $0.token.lexicographicallyPrecedes($1.token) }
    }

    package func device(_ token: [UInt8]) throws -> StoredDevice? {
        guard let container = try id() else { return nil }
        return try connection.rows(.findDevice, [.integer(container), .bytes(token)]).first?
            .device()
    }

    package func put(_ device: StoredDevice) throws {
        try connection.run(
            .putDevice,
            [
                .integer(try addedID()), .bytes(device.token), .key(device.user),
                .text(device.user), .integer(device.badge),
            ]
        )
    }

    package func countBadge(of token: [UInt8]) throws -> Int64 {
        guard let container = try id() else { return 0 }
        return try connection.rows(.countBadge, [.integer(container), .bytes(token)]).first?
            .integer(0) ?? 0
    }

    package func drop(device token: [UInt8]) throws {
        guard let container = try id() else { return }
        for statement in [TableStatement.dropDevicePushes, .dropDevice] {
            try connection.run(statement, [.integer(container), .bytes(token)])
        }
    }

    // MARK: Pushes

    package func pushes(limit: Int) throws -> [StoredPush] {
        guard let container = try id() else { return [] }
        return try connection.rows(.findPushes, [.integer(container), .integer(Int64(limit))])
            .map { try $0.push() }
    }

    package func put(_ push: StoredPush) throws {
        try connection.run(
            .putPush,
            values(of: push.subscription, try addedID()) + [
                .bytes(push.device), .bytes(push.subscription.tableBytes), .text(push.identifier),
                .integer(push.time.seconds), .integer(push.time.nanoseconds),
                .bytes(push.payload),
            ]
        )
    }

    package func drop(push identifier: String) throws {
        guard let container = try id() else { return }
        try connection.run(.dropPush, [.integer(container), .text(identifier)])
    }
}

extension [StoredSubscription] {
    fileprivate var inOrder: [StoredSubscription] {
        sorted {
            $0.key.owner == $1.key.owner
                ? $0.key.id.precedes($1.key.id) : $0.key.owner.precedes($1.key.owner)
        }
    }
}

extension SubscriptionKey {
    fileprivate var tableBytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(database.scope.rawValue)
        writer.append(database.owner)
        writer.append(owner)
        writer.append(id)
        return writer.bytes
    }

    fileprivate init?(tableBytes: [UInt8]) {
        var reader = ByteReader(tableBytes)
        guard let scope = reader.text().flatMap(DatabaseScope.init), let owner = reader.text(),
            let user = reader.text(), let id = reader.text(), reader.remaining == 0
        else { return nil }
        self.init(DatabaseKey(scope: scope, owner: owner), owner: user, id: id)
    }
}

extension TableRow {
    fileprivate func subscription(to database: DatabaseKey) throws -> StoredSubscription {
        StoredSubscription(
            SubscriptionKey(database, owner: try text(0), id: try text(1)),
            type: isNull(2) ? nil : try text(2),
            body: try bytes(3)
        )
    }

    fileprivate func device() throws -> StoredDevice {
        StoredDevice(token: try bytes(0), user: try text(1), badge: try integer(2))
    }

    fileprivate func push() throws -> StoredPush {
        guard let subscription = SubscriptionKey(tableBytes: try bytes(2)) else {
            throw ProtectionError.damagedTables("a push is none")
        }
        return StoredPush(
            identifier: try text(0),
            device: try bytes(1),
            subscription: subscription,
            time: try time(3),
            payload: try bytes(5)
        )
    }
}
