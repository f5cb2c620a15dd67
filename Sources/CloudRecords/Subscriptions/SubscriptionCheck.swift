import Documents
import ProtectionModel

/// Whether a subscription can be kept (Apple's CKSubscription.h, "Discussion" of each kind).
struct SubscriptionCheck {
    /// Bytes of a text in a notification, so that a push has room for it.
    static let textByteCount = 512

    let limits: RecordLimits
    let schema: RecordSchema
    let scope: DatabaseScope

    /// Refuses what cannot fire, or would tell others what only the user may read.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument`, `malformed-predicate`, `not-found`
    ///   for a type that the schema lacks, and `limit-exceeded` for a long text.
    func check(_ subscription: RecordSubscription) throws(ProtectionError) {
        try limits.check(name: subscription.id, of: "subscription")
        try checkScope(of: subscription.subject)
        switch subscription.subject {
        case .query(let name, let predicate, let zone, let firing):
            guard firing.isSubset(of: .all), !firing.subtracting(.once).isEmpty else {
                throw .refused(
                    subscription,
                    "a query subscription fires on creation, update or removal: name one of them"
                )
            }
            if let zone { try limits.checkText(zone.name, of: "zone") }
            let type = try RecordQuery(name, predicate).type(in: schema)
            try checkKeys(of: subscription, type)
        case .zone(let zone, let type):
            guard zone != .standard else {
                throw .refused(
                    subscription,
                    "changes are told of zones that the app makes, not of '\(zone)'"
                )
            }
            try limits.checkText(zone.name, of: "zone")
            try checkValueless(subscription, type)
        case .database(let type): try checkValueless(subscription, type)
        }
        try checkTexts(of: subscription)
    }

    private func checkScope(
        of subject: RecordSubscription.Subject
    ) throws(ProtectionError) {
        let (kind, scopes): (String, Set<DatabaseScope>) =
            switch subject {
            case .query: ("query", [.public, .private])
            case .zone: ("zone", [.private])
            case .database: ("database", [.private, .shared])
            }
        guard scopes.contains(scope) else {
            throw ProtectionError(
                .invalidArgument,
                "the \(scope.rawValue) database has no \(kind) subscriptions"
            )
        }
    }

    /// A push of a zone or database says that something changed, and carries no value.
    private func checkValueless(
        _ subscription: RecordSubscription,
        _ type: String?
    ) throws(ProtectionError) {
        if let type { try limits.check(word: type, of: "type") }
        guard subscription.exposedKeys.isEmpty else {
            throw .refused(subscription, "values of fields are in pushes of queries alone")
        }
    }

    private func checkKeys(
        of subscription: RecordSubscription,
        _ type: RecordType
    ) throws(ProtectionError) {
        for key in subscription.exposedKeys.sorted() {
            // A field that is not known yet may become an encrypted one.
            guard let field = type[key]?.type else {
                throw .refused(subscription, "the type '\(type.name)' has no field '\(key)'")
            }
            guard !field.isEncrypted else {
                throw .refused(
                    subscription,
                    "'\(key)' is encrypted: a push would carry it in clear"
                )
            }
            guard !field.isList, field.base.isPushable else {
                throw .refused(subscription, "a push carries no value of type \(field)")
            }
        }
        for key in subscription.notification.texts.flatMap(\.arguments)
        where type[key]?.type.base.isText != true {
            throw .refused(subscription, "'\(key)' is neither a text nor a number to be shown")
        }
    }

    private func checkTexts(of subscription: RecordSubscription) throws(ProtectionError) {
        for text in subscription.notification.words {
            guard (1...Self.textByteCount).contains(text.utf8.count) else {
                throw ProtectionError(
                    text.isEmpty ? .invalidArgument : .limitExceeded,
                    "'\(subscription.id)': a text of a notification has 1 to "
                        + "\(Self.textByteCount) bytes"
                )
            }
            guard CombiningMarks.excess(in: text) == nil else {
                throw .refused(subscription, CombiningMarks.complaint)
            }
        }
    }
}

extension ProtectionError {
    fileprivate static func refused(
        _ subscription: RecordSubscription,
        _ reason: String
    ) -> ProtectionError {
        ProtectionError(.invalidArgument, "\(subscription.id.quotedForMessage): \(reason)")
    }
}

extension RecordFieldType.Base {
    /// Whether a push may carry such a value (`CKNotificationInfo.desiredKeys`).
    fileprivate var isPushable: Bool { self != .asset && self != .bytes }

    /// Whether a value can be put into a text.
    fileprivate var isText: Bool {
        switch self {
        case .string, .int64, .double, .number, .numberAsInt64, .numberAsDouble: true
        case .asset, .bytes, .location, .reference, .timestamp: false
        }
    }
}
