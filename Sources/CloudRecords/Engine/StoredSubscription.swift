package import ProtectionModel

/// Whose subscription to which database is meant.
package struct SubscriptionKey: Sendable, Hashable {
    /// The database that it watches.
    package let database: DatabaseKey
    /// The id of the user who is told.
    package let owner: String
    /// The app's name for it.
    package let id: String

    /// Names a subscription.
    package init(_ database: DatabaseKey, owner: String, id: String) {
        self.database = database
        self.owner = owner
        self.id = id
    }
}

/// A subscription as an engine keeps it.
package struct StoredSubscription: Sendable, Hashable {
    /// Whose it is.
    package let key: SubscriptionKey
    /// The only type whose records it is about; nil for all.
    package let type: String?
    /// What ``RecordSubscription`` made of it.
    package let body: [UInt8]

    /// Puts together what an engine kept.
    package init(_ key: SubscriptionKey, type: String?, body: [UInt8]) {
        self.key = key
        self.type = type
        self.body = body
    }
}

/// A device that a user's pushes go to.
package struct StoredDevice: Sendable, Hashable {
    /// What the push service knows the app on the device by.
    package let token: [UInt8]
    /// The id of the user who is signed in there.
    package let user: String
    /// The number that the last push put on the app's icon.
    package var badge: Int64

    /// Puts together what an engine kept.
    package init(token: [UInt8], user: String, badge: Int64 = 0) {
        self.token = token
        self.user = user
        self.badge = badge
    }
}

/// A push that has not been handed to the push service.
package struct StoredPush: Sendable, Hashable {
    /// Unlike that of any other push.
    package let identifier: String
    /// The token of the device that it is for.
    package let device: [UInt8]
    /// The subscription that it is about, which may be gone.
    package let subscription: SubscriptionKey
    /// When the change was committed.
    package let time: Timestamp
    /// What the app gets: JSON.
    package let payload: [UInt8]

    /// Puts together what an engine kept.
    package init(
        identifier: String,
        device: [UInt8],
        subscription: SubscriptionKey,
        time: Timestamp,
        payload: [UInt8]
    ) {
        self.identifier = identifier
        self.device = device
        self.subscription = subscription
        self.time = time
        self.payload = payload
    }
}
