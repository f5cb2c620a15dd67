import CloudRecords
public import Foundation

/// Makes an object of a class that its bytes tell, as initializers of Objective-C do.
protocol MadeByFactory {}

extension MadeByFactory {
    init?(made: CKNotification?) {
        guard let made = made as? Self else { return nil }
        self = made
    }
}

/// What a push says about a subscription: a hint, after which what changed is fetched.
public class CKNotification: NSObject, MadeByFactory, @unchecked Sendable {
    /// A name that no other push has.
    public final class ID: NSObject, Sendable {
        let text: String

        init(_ text: String) { self.text = text }

        /// Equal when the names are.
        public override func isEqual(_ object: Any?) -> Bool { (object as? ID)?.text == text }
        /// The same for names that are equal.
        public override var hash: Int { text.hashValue }
    }

    /// What changed; Apple's numbers.
    public enum NotificationType: Int, Sendable {
        /// A record: ``CKQueryNotification``.
        case query = 1
        /// A zone: ``CKRecordZoneNotification``.
        case recordZone
        /// No longer used.
        case readNotification
        /// A database: ``CKDatabaseNotification``.
        case database
    }

    private let notification: RecordNotification

    fileprivate init(_ notification: RecordNotification) { self.notification = notification }

    /// What the app was handed with a push; nil for one that is not about a subscription.
    public convenience init?(
        fromRemoteNotificationDictionary notificationDictionary: [AnyHashable: Any]
    ) {
        self.init(made: Self.make(notificationDictionary))
    }

    private static func make(_ dictionary: [AnyHashable: Any]) -> CKNotification? {
        guard let json = try? JSONSerialization.data(withJSONObject: dictionary),
            let notification = try? RecordNotification(reading: [UInt8](json))
        else { return nil }
        return switch notification.subject {
        case .query: CKQueryNotification(notification)
        case .zone: CKRecordZoneNotification(notification)
        case .database: CKDatabaseNotification(notification)
        }
    }

    /// What changed.
    public var notificationType: NotificationType {
        switch notification.subject {
        case .query: .query
        case .zone: .recordZone
        case .database: .database
        }
    }
    /// A name that no other push has.
    public var notificationID: ID? { ID(notification.identifier) }
    /// The identifier of the container.
    public var containerIdentifier: String? { notification.container }
    /// The app's name for the subscription.
    public var subscriptionID: CKSubscription.ID? { notification.subscription }
    /// Whether something was left out that the push had no room for.
    public var isPruned: Bool { notification.isPruned }
    /// The database that changed.
    public var databaseScope: CKDatabase.Scope {
        switch notification.scope {
        case .public: .public
        case .private: .private
        case .shared: .shared
        }
    }

    fileprivate var subject: RecordNotification.Subject { notification.subject }
}

/// A record changed.
public final class CKQueryNotification: CKNotification, @unchecked Sendable {
    /// What happened to it; Apple's numbers.
    public enum Reason: Int, Sendable {
        /// It was saved for the first time.
        case recordCreated = 1
        /// It was changed.
        case recordUpdated
        /// It was removed.
        case recordDeleted
    }

    /// What happened to it.
    public var queryNotificationReason: Reason {
        guard case .query(let change, _, _) = subject else { return .recordUpdated }
        return switch change {
        case .creation: .recordCreated
        case .update: .recordUpdated
        case .removal: .recordDeleted
        }
    }
    /// The record; nil when the push had no room for its name.
    public var recordID: CKRecord.ID? {
        guard case .query(_, let id, _) = subject else { return nil }
        return id.map { CKRecord.ID($0) }
    }
    /// The values of the desired keys.
    public var recordFields: [String: any CKRecordValueProtocol]? {
        guard case .query(_, _, let fields) = subject, !fields.isEmpty else { return nil }
        return fields.compactMapValues(\.object)
    }
}

/// A zone changed.
public final class CKRecordZoneNotification: CKNotification, @unchecked Sendable {
    /// The zone.
    public var recordZoneID: CKRecordZone.ID? {
        guard case .zone(let zone) = subject else { return nil }
        return CKRecordZone.ID(zone)
    }
}

/// A database changed.
public final class CKDatabaseNotification: CKNotification, @unchecked Sendable {}
