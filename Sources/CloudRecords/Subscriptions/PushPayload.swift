import FoundationEssentials
import ProtectionModel

/// What a push about a subscription is made of.
struct PushPayload {
    /// The longest payload of the push service in bytes (Apple, "Generating a remote
    /// notification").
    static let byteLimit = 4_096

    let identifier: String
    let container: ContainerKey
    let subscription: RecordSubscription
    let key: SubscriptionKey
    let event: SubscriptionEvent
    /// The number on the app's icon; nil to leave it as it is.
    let badge: Int64?

    /// What the device gets, as JSON: `aps` for the system, and `ck` with what changed for the
    /// app, under the names that Apple's service uses.
    ///
    /// What does not fit is left out, the values of fields first (`CKQueryNotification`), and the
    /// app is told that something was.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        for part in Omission.allCases {
            bytes = Array(try encoder.encode(JSONPart.object(root(without: part))))
            if bytes.count <= Self.byteLimit { break }
        }
        return bytes
    }

    /// What is left out; each has those before it.
    private enum Omission: Int, CaseIterable, Comparable {
        case nothing, fields, record, arguments, texts

        static func < (one: Omission, other: Omission) -> Bool { one.rawValue < other.rawValue }
    }

    private func root(without omission: Omission) -> [String: JSONPart] {
        var cloud: [String: JSONPart] = [
            "ce": .integer(2), "cid": .text(container.identifier), "nid": .text(identifier),
            event.word: .object(details(without: omission)),
        ]
        if omission > .nothing { cloud["p"] = .integer(1) }
        return ["aps": .object(system(without: omission)), "ck": .object(cloud)]
    }

    // MARK: For the app

    private func details(without omission: Omission) -> [String: JSONPart] {
        var details: [String: JSONPart] = [
            "sid": .text(subscription.id), "dbs": .integer(key.database.scope.number),
        ]
        switch event {
        case .database: break
        case .zone(let zone): details["zid"] = .text(zone.name)
        case .query(let kind, let record, let zone):
            details["fo"] = .integer(kind.number)
            details["zid"] = .text(zone.name)
            if omission < .record { details["rid"] = .text(record.name) }
            let fields = pushed(subscription.notification.desiredKeys, of: record)
            if omission < .fields, !fields.isEmpty { details["af"] = .object(fields) }
        }
        return details
    }

    /// The values that are in the push; one that came to be encrypted is not.
    private func pushed(_ keys: [String], of record: StoredRecord) -> [String: JSONPart] {
        var parts: [String: JSONPart] = [:]
        for key in keys {
            guard let value = record.fields[key], let (type, text) = PushedValue.write(value) else {
                continue
            }
            parts[key] = .object(["type": .text(type), "value": .text(text)])
        }
        return parts
    }

    // MARK: For the system

    private func system(without omission: Omission) -> [String: JSONPart] {
        let notification = subscription.notification
        var system: [String: JSONPart] = [:]
        if omission < .texts {
            system["alert"] = alert(without: omission)
            system["sound"] = notification.sound.map { .text($0) }
            system["category"] = notification.category.map { .text($0) }
        }
        system["badge"] = badge.map { .integer($0) }
        if notification.wakesApp { system["content-available"] = .integer(1) }
        if notification.isMutable { system["mutable-content"] = .integer(1) }
        return system
    }

    private func alert(without omission: Omission) -> JSONPart? {
        var parts: [String: JSONPart] = [:]
        let texts: [(RecordSubscription.Text?, String, String)] = [
            (subscription.notification.alert, "body", "loc"),
            (subscription.notification.title, "title", "title-loc"),
        ]
        for (text, plain, localized) in texts {
            switch text {
            case nil: break
            case .plain(let text)?: parts[plain] = .text(text)
            case .localized(let key, let arguments)?:
                parts["\(localized)-key"] = .text(key)
                if omission < .arguments, !arguments.isEmpty {
                    parts["\(localized)-args"] = .list(arguments.map { .text(shown($0)) })
                }
            }
        }
        return parts.isEmpty ? nil : .object(parts)
    }

    /// A field's value as a text to be shown; empty for one that the record lacks.
    private func shown(_ key: String) -> String {
        guard case .query(_, let record, _) = event else { return "" }
        return switch record.fields[key] {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        default: ""
        }
    }
}

/// What a subscription fires for.
enum SubscriptionEvent {
    case query(RecordNotification.Change, StoredRecord, RecordZoneID)
    case zone(RecordZoneID)
    case database

    /// The key of what is told about it.
    var word: String {
        switch self {
        case .query: "qry"
        case .zone: "fet"
        case .database: "met"
        }
    }
}

extension RecordNotification.Change {
    var number: Int64 {
        switch self {
        case .creation: 1
        case .update: 2
        case .removal: 3
        }
    }
}

extension DatabaseScope {
    /// The number of `CKDatabase.Scope`.
    var number: Int64 {
        switch self {
        case .public: 1
        case .private: 2
        case .shared: 3
        }
    }
}

/// A value in JSON.
private indirect enum JSONPart: Encodable {
    case text(String)
    case integer(Int64)
    case list([JSONPart])
    case object([String: JSONPart])

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .integer(let number): try number.encode(to: encoder)
        case .list(let parts): try parts.encode(to: encoder)
        case .object(let parts): try parts.encode(to: encoder)
        }
    }
}
