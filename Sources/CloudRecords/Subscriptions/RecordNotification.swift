import Documents
public import ProtectionModel

/// What a push says about a subscription, as the app reads it (`CKNotification`).
///
/// It is a hint: what changed is fetched. Pushes are not sealed, so nothing in one is to be
/// believed that the service does not say, too.
public struct RecordNotification: Sendable, Hashable {
    /// What happened to a record.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        case creation, update, removal
    }

    /// What the subscription watches.
    public enum Subject: Sendable, Hashable {
        /// A record; nil when the push had no room for its name.
        case query(Change, RecordID?, fields: [String: RecordValue])
        /// A zone.
        case zone(RecordZoneID)
        /// A database.
        case database
    }

    /// Unlike that of any other push.
    public let identifier: String
    /// The identifier of the container.
    public let container: String
    /// The database that changed.
    public let scope: DatabaseScope
    /// The app's name for the subscription.
    public let subscription: String
    /// What changed.
    public let subject: Subject
    /// Whether something was left out that the push had no room for (`isPruned`).
    public let isPruned: Bool

    private static let limits = DocumentLimits(byteCount: PushPayload.byteLimit, depth: 16)

    /// Reads the JSON of a push; nil for one that is not about a subscription.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-payload` for what no service has sent.
    public init?(reading json: [UInt8]) throws(ProtectionError) {
        do throws(DocumentFault) {
            let root = try TextDocument.parse(json, limits: Self.limits, isJSON: true)
            guard let cloud = root["ck"] else { return nil }
            try self.init(cloud)
        } catch {
            throw ProtectionError(
                .malformedPayload,
                "\(error.location): \(error.message)",
                cause: error
            )
        }
    }

    private init(_ cloud: DocumentNode) throws(DocumentFault) {
        identifier = try cloud.text("nid")
        container = try cloud.text("cid")
        isPruned = try cloud["p"]?.integer() == 1
        let words = ["qry", "fet", "met"].filter { cloud[$0] != nil }
        guard words.count == 1, let word = words.first, let details = cloud[word] else {
            throw cloud.expected("one of 'qry', 'fet' and 'met'")
        }
        subscription = try details.text("sid")
        guard let number = details["dbs"] else { throw details.expected("the number 'dbs'") }
        let database = try number.integer()
        guard let scope = DatabaseScope.allCases.first(where: { $0.number == database }) else {
            throw number.expected("a database's number, 1 to 3")
        }
        self.scope = scope
        subject =
            switch word {
            case "qry": try Self.query(details)
            case "fet": .zone(RecordZoneID(try details.text("zid")))
            default: .database
            }
    }

    private static func query(_ details: DocumentNode) throws(DocumentFault) -> Subject {
        guard let node = details["fo"] else { throw details.expected("the number 'fo'") }
        let number = try node.integer()
        guard let change = Change.allCases.first(where: { $0.number == number }) else {
            throw node.expected("a change's number, 1 to 3")
        }
        let zone = RecordZoneID(try details.text("zid"))
        var fields: [String: RecordValue] = [:]
        for entry in details["af"]?.entries ?? [] {
            let text = try entry.value.text("value")
            guard let value = PushedValue.read(try entry.value.text("type"), text, in: zone) else {
                throw entry.value.expected("a value of its type")
            }
            fields[entry.key] = value
        }
        let name = try details["rid"].map { (node) throws(DocumentFault) in try node.name() }
        return .query(change, name.map { RecordID($0, in: zone) }, fields: fields)
    }
}

extension DocumentNode {
    /// A text under a key.
    fileprivate func text(_ key: String) throws(DocumentFault) -> String {
        guard let node = self[key] else { throw expected("the text '\(key)'") }
        return try node.name()
    }

    fileprivate func name() throws(DocumentFault) -> String {
        guard let text = string else { throw expected("a text") }
        return text
    }
}

/// A value in a push: its type's word in a schema, and a text.
enum PushedValue {
    /// Nil for a value that no push carries.
    static func write(_ value: RecordValue) -> (type: String, text: String)? {
        let text: String? =
            switch value {
            case .string(let text): text
            case .integer(let number): "\(number)"
            case .real(let number): "\(number)"
            case .date(let time): "\(time.seconds) \(time.nanoseconds)"
            case .location(let place): "\(place.latitude) \(place.longitude)"
            case .reference(let reference): reference.id.name
            case .bytes, .asset, .list, .sealed: nil
            }
        guard let text, let type = RecordFieldType(of: value) else { return nil }
        return (type.base.rawValue, text)
    }

    /// Nil for what ``write(_:)`` does not give.
    static func read(_ type: String, _ text: String, in zone: RecordZoneID) -> RecordValue? {
        switch RecordFieldType.Base(rawValue: type) {
        case .string: return .string(text)
        case .int64: return Int64(text).map { .integer($0) }
        case .double: return Double(text).flatMap { $0.isNaN ? nil : .real($0) }
        case .timestamp:
            let parts = text.split(separator: " ")
            guard parts.count == 2, let seconds = Int64(parts[0]), let rest = Int64(parts[1]),
                (0..<1_000_000_000).contains(rest)
            else { return nil }
            return .date(Timestamp(seconds: seconds, nanoseconds: rest))
        case .location:
            let parts = text.split(separator: " ").compactMap { Double($0) }
            guard parts.count == 2 else { return nil }
            let place = RecordLocation(latitude: parts[0], longitude: parts[1])
            return place.isOnEarth ? .location(place) : nil
        case .reference: return .reference(RecordReference(RecordID(text, in: zone)))
        case .asset, .bytes, .number, .numberAsInt64, .numberAsDouble, nil: return nil
        }
    }
}
