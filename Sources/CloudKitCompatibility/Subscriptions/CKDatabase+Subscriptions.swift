import CloudRecords
import Foundation

/// Subscriptions.
extension CKDatabase {
    /// What became of each subscription that was to be saved and of each that was to be removed.
    public typealias ModifySubscriptionsResults = (
        saveResults: [CKSubscription.ID: Result<CKSubscription, any Error>],
        deleteResults: [CKSubscription.ID: Result<Void, any Error>]
    )

    /// A subscription by its name.
    public func subscription(
        for subscriptionID: CKSubscription.ID
    ) async throws -> CKSubscription { try known(subscriptionID) }

    /// All subscriptions of the user.
    public func allSubscriptions() async throws -> [CKSubscription] { try subscriptions() }

    /// Adds a subscription, or replaces the one with its name.
    @discardableResult
    public func save(_ subscription: CKSubscription) async throws -> CKSubscription {
        try saved(subscription)
    }

    /// Removes a subscription.
    @discardableResult
    public func deleteSubscription(
        withID subscriptionID: CKSubscription.ID
    ) async throws -> CKSubscription.ID { try removed(subscriptionID) }

    /// Adds and removes subscriptions.
    public func modifySubscriptions(
        saving subscriptionsToSave: [CKSubscription],
        deleting subscriptionIDsToDelete: [CKSubscription.ID]
    ) async throws -> ModifySubscriptionsResults {
        try modified(subscriptionsToSave, subscriptionIDsToDelete)
    }

    // MARK: With handlers

    /// Fetches a subscription.
    @preconcurrency
    public func fetch(
        withSubscriptionID subscriptionID: CKSubscription.ID,
        completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
    ) {
        cloud.later {
            Result { try self.known(subscriptionID) }
                .tell(completionHandler)
        }
    }

    /// Fetches all subscriptions of the user.
    @preconcurrency
    public func fetchAllSubscriptions(
        completionHandler: @escaping @Sendable ([CKSubscription]?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.subscriptions() }.tell(completionHandler) }
    }

    /// Adds a subscription, or replaces the one with its name.
    @preconcurrency
    public func save(
        _ subscription: CKSubscription,
        completionHandler: @escaping @Sendable (CKSubscription?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.saved(subscription) }.tell(completionHandler) }
    }

    /// Removes a subscription.
    @preconcurrency
    public func delete(
        withSubscriptionID subscriptionID: CKSubscription.ID,
        completionHandler: @escaping @Sendable (CKSubscription.ID?, (any Error)?) -> Void
    ) {
        cloud.later { Result { try self.removed(subscriptionID) }.tell(completionHandler) }
    }

    // MARK: Doing it

    func subscriptions() throws -> [CKSubscription] {
        try ask { try $0.subscriptions() }.map { CKSubscription.make($0) }
    }

    private func known(_ id: CKSubscription.ID) throws -> CKSubscription {
        guard let known = try subscriptions().first(where: { $0.subscriptionID == id }) else {
            throw CKError(.unknownItem, "the subscription '\(id)' does not exist")
        }
        return known
    }

    func subscriptions(
        _ ids: [CKSubscription.ID]
    ) throws -> [CKSubscription.ID: Result<CKSubscription, any Error>] {
        let known = try subscriptions()
        var results: [CKSubscription.ID: Result<CKSubscription, any Error>] = [:]
        for id in ids {
            results[id] =
                known.first { $0.subscriptionID == id }.map { .success($0) }
                ?? .failure(CKError(.unknownItem, "the subscription '\(id)' does not exist"))
        }
        return results
    }

    private func saved(_ subscription: CKSubscription) throws -> CKSubscription {
        let known = try subscription.subscription()
        try ask { try $0.save(known) }
        return subscription
    }

    private func removed(_ id: CKSubscription.ID) throws -> CKSubscription.ID {
        try ask { try $0.removeSubscription(id) }
        return id
    }

    /// - Throws: what says nothing about one subscription, such as that there is no network.
    func modified(
        _ subscriptions: [CKSubscription],
        _ ids: [CKSubscription.ID]
    ) throws -> ModifySubscriptionsResults {
        var results: ModifySubscriptionsResults = ([:], [:])
        for subscription in subscriptions {
            results.saveResults[subscription.subscriptionID] = try ofOneItem {
                try saved(subscription)
            }
        }
        for id in ids { results.deleteResults[id] = try ofOneItem { _ = try removed(id) } }
        return results
    }
}
