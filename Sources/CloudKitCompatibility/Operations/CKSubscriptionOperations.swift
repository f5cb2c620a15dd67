import Foundation

/// Adds and removes subscriptions.
public final class CKModifySubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// Those that are to be saved.
    public var subscriptionsToSave: [CKSubscription]?
    /// Those that are to be removed.
    public var subscriptionIDsToDelete: [CKSubscription.ID]?
    /// Told of each that was saved.
    public var perSubscriptionSaveBlock:
        ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
    /// Told of each that was removed.
    public var perSubscriptionDeleteBlock: ((CKSubscription.ID, Result<Void, any Error>) -> Void)?
    /// Told at the end.
    public var modifySubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Told at the end, in the older form.
    public var modifySubscriptionsCompletionBlock:
        (([CKSubscription]?, [CKSubscription.ID]?, (any Error)?) -> Void)?

    /// An operation that saves and removes nothing yet.
    public convenience override init() {
        self.init(subscriptionsToSave: nil, subscriptionIDsToDelete: nil)
    }

    /// Adds and removes subscriptions.
    public init(
        subscriptionsToSave: [CKSubscription]? = nil,
        subscriptionIDsToDelete: [CKSubscription.ID]? = nil
    ) {
        self.subscriptionsToSave = subscriptionsToSave
        self.subscriptionIDsToDelete = subscriptionIDsToDelete
        super.init()
    }

    override func run() {
        do {
            tell(try target.modified(subscriptionsToSave ?? [], subscriptionIDsToDelete ?? []))
        } catch { end(error) }
    }

    private func tell(_ results: CKDatabase.ModifySubscriptionsResults) {
        var failures: [AnyHashable: any Error] = [:]
        for (id, result) in results.saveResults {
            failures[id] = result.failure
            perSubscriptionSaveBlock?(id, result)
        }
        for (id, result) in results.deleteResults {
            failures[id] = result.failure
            perSubscriptionDeleteBlock?(id, result)
        }
        let whole = CKError(failures: failures)
        modifySubscriptionsResultBlock?(whole.map { .failure($0) } ?? .success(()))
        modifySubscriptionsCompletionBlock?(
            results.saveResults.values.compactMap { try? $0.get() },
            results.deleteResults.compactMap { $0.value.failure == nil ? $0.key : nil },
            whole
        )
    }

    override func end(_ error: any Error) {
        modifySubscriptionsResultBlock?(.failure(error))
        modifySubscriptionsCompletionBlock?(nil, nil, error)
    }
}

/// Fetches subscriptions.
public final class CKFetchSubscriptionsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// Their names; nil for all.
    public var subscriptionIDs: [CKSubscription.ID]?
    /// Told of each.
    public var perSubscriptionResultBlock:
        ((CKSubscription.ID, Result<CKSubscription, any Error>) -> Void)?
    /// Told at the end.
    public var fetchSubscriptionsResultBlock: ((Result<Void, any Error>) -> Void)?
    /// Told at the end, in the older form: a partial failure where some are not there.
    public var fetchSubscriptionCompletionBlock:
        (([CKSubscription.ID: CKSubscription]?, (any Error)?) -> Void)?

    /// Fetches all subscriptions.
    public class func fetchAllSubscriptionsOperation() -> CKFetchSubscriptionsOperation {
        CKFetchSubscriptionsOperation()
    }

    /// Fetches all subscriptions.
    public override init() { super.init() }

    /// Fetches subscriptions by their names.
    public convenience init(subscriptionIDs: [CKSubscription.ID]) {
        self.init()
        self.subscriptionIDs = subscriptionIDs
    }

    override func run() {
        do {
            let ids = try subscriptionIDs ?? target.subscriptions().map(\.subscriptionID)
            let results = try target.subscriptions(ids)
            var failures: [AnyHashable: any Error] = [:]
            for (id, result) in results {
                failures[id] = result.failure
                perSubscriptionResultBlock?(id, result)
            }
            fetchSubscriptionsResultBlock?(.success(()))
            fetchSubscriptionCompletionBlock?(
                results.compactMapValues { try? $0.get() },
                CKError(failures: failures)
            )
        } catch { end(error) }
    }

    override func end(_ error: any Error) {
        fetchSubscriptionsResultBlock?(.failure(error))
        fetchSubscriptionCompletionBlock?(nil, error)
    }
}
