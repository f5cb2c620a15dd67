/// What a user wants to be told of, on all devices but the one that made the change.
///
/// The three kinds are those of Apple's `CKSubscription`. A push is a hint that there is something
/// to fetch, and may be lost: whatever it was about is found with a change token or a query.
public struct RecordSubscription: Sendable, Hashable {
    /// What is watched.
    public enum Subject: Sendable, Hashable {
        /// Records of a type that a predicate holds for, in one zone or, for nil, in all.
        case query(type: String, RecordPredicate, in: RecordZoneID?, Firing)
        /// Everything in a zone that the app made, or the records of a type there.
        case zone(RecordZoneID, type: String?)
        /// Everything in the database and its zones themselves, or the records of a type.
        case database(type: String?)
    }

    /// When a query subscription fires.
    public struct Firing: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: UInt8

        /// Puts several together.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// When a record is saved for the first time.
        public static let creation = Firing(rawValue: 1)
        /// When one is changed that the predicate holds for afterwards.
        public static let update = Firing(rawValue: 2)
        /// When one is removed that the predicate held for.
        public static let removal = Firing(rawValue: 4)
        /// Only until the first push is sent; the subscription is gone then.
        public static let once = Firing(rawValue: 8)

        /// All of them.
        static let all: Firing = [.creation, .update, .removal, .once]
    }

    /// A text that is shown.
    public enum Text: Sendable, Hashable {
        /// The text itself.
        case plain(String)
        /// A key of the app's own texts, and the names of fields whose values are put into it.
        case localized(key: String, arguments: [String])
    }

    /// What a push says beside what changed; without any of it the app is told and shows nothing.
    public struct Notification: Sendable, Hashable {
        /// What is shown.
        public var alert: Text?
        /// What stands above it.
        public var title: Text?
        /// The name of a sound; `default` for the device's.
        public var sound: String?
        /// The category whose actions are offered.
        public var category: String?
        /// Whether the number on the app's icon grows by one.
        public var countsBadge = false
        /// Whether the app is woken to fetch; alone, the user sees nothing (`content-available`).
        public var wakesApp = false
        /// Whether the app's service extension may change it (`mutable-content`).
        public var isMutable = false
        /// The names of fields whose values are in the push, in clear for all that carry it.
        public var desiredKeys: [String] = []

        /// Says nothing.
        public init() {}

        /// Wakes the app, and shows nothing.
        public static var silent: Notification {
            var notification = Notification()
            notification.wakesApp = true
            return notification
        }
    }

    /// The app's name for it.
    public let id: String
    /// What is watched.
    public let subject: Subject
    /// What a push says.
    public let notification: Notification

    /// Describes a subscription; it is there when it is saved.
    public init(_ id: String, to subject: Subject, _ notification: Notification = .silent) {
        self.id = id
        self.subject = subject
        self.notification = notification
    }

    /// The only type whose records it is about; nil for all.
    public var type: String? {
        switch subject {
        case .query(let type, _, _, _): type
        case .zone(_, let type), .database(let type): type
        }
    }

    /// The names of the fields whose values pushes carry in clear.
    public var exposedKeys: Set<String> {
        Set(notification.desiredKeys).union(notification.texts.flatMap(\.arguments))
    }
}

extension RecordSubscription.Notification {
    var texts: [RecordSubscription.Text] { [alert, title].compactMap(\.self) }

    /// All texts that the app gave, to be measured.
    var words: [String] { texts.map(\.word) + [sound, category].compactMap(\.self) }
}

extension RecordSubscription.Text {
    var arguments: [String] {
        if case .localized(_, let arguments) = self { arguments } else { [] }
    }

    fileprivate var word: String {
        switch self {
        case .plain(let text): text
        case .localized(let key, _): key
        }
    }
}
