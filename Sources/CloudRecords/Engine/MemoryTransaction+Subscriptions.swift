import ProtectionModel

/// Subscriptions, devices and the pushes that wait for them.
extension MemoryTransaction {
    func incarnation() -> UInt64? { access { $0.incarnation } }

    func subscriptions(of owner: String, to database: DatabaseKey) -> [StoredSubscription] {
        subscriptions { $0.key.database == database && $0.key.owner == owner }
    }

    func subscriptions(
        to database: DatabaseKey,
        watching types: Set<String>
    ) -> [StoredSubscription] {
        subscriptions { $0.key.database == database && $0.type.map(types.contains) ?? true }
    }

    private func subscriptions(
        where isMeant: (StoredSubscription) -> Bool
    ) -> [StoredSubscription] {
        access { $0.subscriptions.values.filter(isMeant) }.sorted {
            $0.key.owner == $1.key.owner
                ? $0.key.id.utf8.lexicographicallyPrecedes($1.key.id.utf8)
                : $0.key.owner.utf8.lexicographicallyPrecedes($1.key.owner.utf8)
        }
    }

    func devices(of user: String) -> [StoredDevice] {
        access { $0.devices.values.filter { $0.user == user } }
            .sorted { $0.token.lexicographicallyPrecedes($1.token) }
    }

    func device(_ token: [UInt8]) -> StoredDevice? { access { $0.devices[token] } }

    func pushes(limit: Int) -> [StoredPush] {
        let pushes = access { $0.pushes.values.flatMap(\.values) }
        return Array(
            pushes.sorted {
                $0.time == $1.time
                    ? $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8)
                    : $0.time < $1.time
            }.prefix(limit)
        )
    }

    func put(incarnation: UInt64) { put(incarnation) { exchange(&$0.incarnation, $1) } }

    func put(_ subscription: StoredSubscription) {
        let key = subscription.key
        put(subscription) { exchange(&$0.subscriptions[key], $1) }
    }

    @discardableResult
    func drop(_ subscription: SubscriptionKey) -> Bool {
        for device in access({ Array($0.pushes.keys) }) {
            replace(nil, of: subscription, for: device)
        }
        let isThere = access { $0.subscriptions[subscription] != nil }
        put(nil) { exchange(&$0.subscriptions[subscription], $1) }
        return isThere
    }

    func put(_ device: StoredDevice) {
        let token = device.token
        put(device) { exchange(&$0.devices[token], $1) }
    }

    func countBadge(of token: [UInt8]) -> Int64 {
        guard var device = device(token) else { return 0 }
        device.badge += 1
        put(device)
        return device.badge
    }

    func drop(device token: [UInt8]) {
        put(nil) { exchange(&$0.devices[token], $1) }
        put(nil) { exchange(&$0.pushes[token], $1) }
    }

    func put(_ push: StoredPush) {
        replace(push, of: push.subscription, for: push.device)
    }

    func drop(push identifier: String) {
        let push = access {
            $0.pushes.values.lazy.flatMap(\.values).first { $0.identifier == identifier }
        }
        guard let push else { return }
        replace(nil, of: push.subscription, for: push.device)
    }

    private func replace(
        _ push: StoredPush?,
        of subscription: SubscriptionKey,
        for device: [UInt8]
    ) {
        put(push) {
            let old = exchange(&$0.pushes[device, default: [:]][subscription], $1)
            // Not even the token of a device stays that nothing waits for.
            if $0.pushes[device]?.isEmpty == true { $0.pushes[device] = nil }
            return old
        }
    }
}
