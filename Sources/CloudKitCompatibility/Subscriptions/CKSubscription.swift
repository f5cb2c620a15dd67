import CloudRecords
public import Foundation

// Its notification info is set before it is saved, as Apple's is.

/// What a user wants to be told of, on all devices but the one that made the change.
public class CKSubscription: NSObject, NSCopying, @unchecked Sendable {
    /// The app's name for it.
    public typealias ID = String

    /// What it watches; Apple's numbers.
    public enum SubscriptionType: Int, Sendable {
        /// Records that a predicate holds for.
        case query = 1
        /// A zone.
        case recordZone
        /// A database.
        case database
    }

    /// The app's name for it.
    public let subscriptionID: ID
    /// What it watches.
    public let subscriptionType: SubscriptionType
    /// What a push says beside what changed; nil for nothing that is shown.
    public var notificationInfo: NotificationInfo?

    init(_ id: ID, _ type: SubscriptionType) {
        subscriptionID = id
        subscriptionType = type
    }

    /// The subscription as the service knows it.
    func subscription() throws -> RecordSubscription {
        RecordSubscription(
            subscriptionID,
            to: try subject(),
            notificationInfo?.notification ?? RecordSubscription.Notification()
        )
    }

    func subject() throws -> RecordSubscription.Subject { .database(type: nil) }

    /// One that the service has.
    static func make(_ subscription: RecordSubscription) -> CKSubscription {
        let made: CKSubscription
        switch subscription.subject {
        case .query(let type, let predicate, let zone, let firing):
            let query = CKQuerySubscription(
                recordType: type,
                predicate: NSPredicate(format: predicate.text),
                subscriptionID: subscription.id,
                options: .init(rawValue: UInt(firing.rawValue))
            )
            query.zoneID = zone.map { CKRecordZone.ID($0) }
            made = query
        case .zone(let zone, let type):
            let watched = CKRecordZoneSubscription(
                zoneID: CKRecordZone.ID(zone),
                subscriptionID: subscription.id
            )
            watched.recordType = type
            made = watched
        case .database(let type):
            let watched = CKDatabaseSubscription(subscriptionID: subscription.id)
            watched.recordType = type
            made = watched
        }
        made.notificationInfo = NotificationInfo(subscription.notification)
        return made
    }

    /// Itself: what may change of it is set before it is saved.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Watches records that a predicate holds for.
public final class CKQuerySubscription: CKSubscription, @unchecked Sendable {
    /// When it fires; Apple's bits.
    public struct Options: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt
        /// Names options by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// When a record is saved for the first time.
        public static let firesOnRecordCreation = Options(rawValue: 1 << 0)
        /// When one is changed that the predicate holds for afterwards.
        public static let firesOnRecordUpdate = Options(rawValue: 1 << 1)
        /// When one is removed that the predicate held for.
        public static let firesOnRecordDeletion = Options(rawValue: 1 << 2)
        /// Only until the first push is sent.
        public static let firesOnce = Options(rawValue: 1 << 3)
    }

    /// The name of the records' type.
    public let recordType: CKRecord.RecordType
    /// Which records.
    public let predicate: NSPredicate
    /// When it fires.
    public let querySubscriptionOptions: Options
    /// Where; nil for all zones.
    public var zoneID: CKRecordZone.ID?

    /// Watches records.
    public init(
        recordType: CKRecord.RecordType,
        predicate: NSPredicate,
        subscriptionID: ID = UUID().uuidString,
        options: Options
    ) {
        self.recordType = recordType
        self.predicate = predicate
        querySubscriptionOptions = options
        super.init(subscriptionID, .query)
    }

    override func subject() throws -> RecordSubscription.Subject {
        let query = try CKQuery(recordType: recordType, predicate: predicate).query()
        return .query(
            type: recordType,
            query.predicate,
            in: zoneID?.id,
            RecordSubscription.Firing(
                rawValue: UInt8(truncatingIfNeeded: querySubscriptionOptions.rawValue)
            )
        )
    }
}

/// Watches a zone.
public final class CKRecordZoneSubscription: CKSubscription, @unchecked Sendable {
    /// The zone.
    public let zoneID: CKRecordZone.ID
    /// The only type whose records it is about; nil for everything.
    public var recordType: CKRecord.RecordType?

    /// Watches a zone.
    public init(zoneID: CKRecordZone.ID, subscriptionID: ID = UUID().uuidString) {
        self.zoneID = zoneID
        super.init(subscriptionID, .recordZone)
    }

    override func subject() -> RecordSubscription.Subject { .zone(zoneID.id, type: recordType) }
}

/// Watches a database.
public final class CKDatabaseSubscription: CKSubscription, @unchecked Sendable {
    /// The only type whose records it is about; nil for everything.
    public var recordType: CKRecord.RecordType?

    /// Watches a database.
    public init(subscriptionID: ID = UUID().uuidString) { super.init(subscriptionID, .database) }

    override func subject() -> RecordSubscription.Subject { .database(type: recordType) }
}

extension CKSubscription {
    /// What a push says beside what changed.
    public final class NotificationInfo: NSObject, NSCopying, @unchecked Sendable {
        /// What is shown.
        public var alertBody: String?
        /// A key of the app's texts, in the place of it.
        public var alertLocalizationKey: String?
        /// The fields whose values are put into that text.
        public var alertLocalizationArgs: [CKRecord.FieldKey]?
        /// What stands above it.
        public var title: String?
        /// A key of the app's texts, in the place of it.
        public var titleLocalizationKey: String?
        /// The fields whose values are put into that text.
        public var titleLocalizationArgs: [CKRecord.FieldKey]?
        /// The name of a sound; `default` for the device's.
        public var soundName: String?
        /// The category whose actions are offered.
        public var category: String?
        /// The fields whose values are in the push, in clear.
        public var desiredKeys: [CKRecord.FieldKey]?
        /// Whether the number on the app's icon grows by one.
        public var shouldBadge = false
        /// Whether the app is woken.
        public var shouldSendContentAvailable = false
        /// Whether the app's service extension may change it.
        public var shouldSendMutableContent = false

        /// Says nothing.
        public override init() { super.init() }

        init(_ notification: RecordSubscription.Notification) {
            super.init()
            switch notification.alert {
            case .plain(let text)?: alertBody = text
            case .localized(let key, let arguments)?:
                (alertLocalizationKey, alertLocalizationArgs) = (key, arguments)
            case nil: break
            }
            switch notification.title {
            case .plain(let text)?: title = text
            case .localized(let key, let arguments)?:
                (titleLocalizationKey, titleLocalizationArgs) = (key, arguments)
            case nil: break
            }
            soundName = notification.sound
            category = notification.category
            desiredKeys = notification.desiredKeys.isEmpty ? nil : notification.desiredKeys
            shouldBadge = notification.countsBadge
            shouldSendContentAvailable = notification.wakesApp
            shouldSendMutableContent = notification.isMutable
        }

        var notification: RecordSubscription.Notification {
            var notification = RecordSubscription.Notification()
            notification.alert = Self.text(alertBody, alertLocalizationKey, alertLocalizationArgs)
            notification.title = Self.text(title, titleLocalizationKey, titleLocalizationArgs)
            notification.sound = soundName
            notification.category = category
            notification.desiredKeys = desiredKeys ?? []
            notification.countsBadge = shouldBadge
            notification.wakesApp = shouldSendContentAvailable
            notification.isMutable = shouldSendMutableContent
            return notification
        }

        private static func text(
            _ plain: String?,
            _ key: String?,
            _ arguments: [String]?
        ) -> RecordSubscription.Text? {
            key.map { .localized(key: $0, arguments: arguments ?? []) } ?? plain.map { .plain($0) }
        }

        /// Another with the same in it.
        public func copy(with zone: NSZone? = nil) -> Any { NotificationInfo(notification) }
    }
}
