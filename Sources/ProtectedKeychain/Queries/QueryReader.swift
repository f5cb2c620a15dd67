import Foundation
import ProtectionModel

/// Reads the dictionaries of the four calls.
///
/// What a key is follows from its letters, as on the platform (`SecDbQuery.c`, `query_applier`): four
/// letters name an attribute; else the first says what it is about.
struct QueryReader {
    /// Which call the dictionary is for.
    enum Call {
        case add, search, update, delete
        /// A removal that may say that it is for all.
        case deleteAll
    }

    private let call: Call
    private var query: ItemQuery
    private var accessible: Accessibility?
    private var control: ItemAccess?

    /// - Throws: `ProtectionError` with `invalid-argument` and the platform's number as its cause.
    static func read(_ dictionary: NSDictionary, for call: Call) throws -> ItemQuery {
        let values = try words(of: dictionary)
        var reader = QueryReader(call, try itemClass(values))
        // In a fixed order, so that the same dictionary always fails for the same reason.
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            try reader.read(key, value)
        }
        return try reader.finished()
    }

    private init(_ call: Call, _ itemClass: ItemClass) {
        self.call = call
        query = ItemQuery(itemClass)
    }

    static func words(of dictionary: NSDictionary) throws -> [String: Any] {
        var words: [String: Any] = [:]
        for (key, value) in dictionary {
            guard let word = key as? String else {
                throw ProtectionError.parameter("a key of the dictionary is not a string")
            }
            guard !(value is NSNull) else {
                throw ProtectionError.parameter("the key '\(word)' has no value")
            }
            words[word] = value
        }
        return words
    }

    private static func itemClass(_ values: [String: Any]) throws -> ItemClass {
        let word = values["class"] as? String
        let reference = (values["v_PersistentRef"] as? Data).flatMap { ItemReference(Array($0)) }
        let certificate: ItemClass? = values["v_Ref"] is SecCertificate ? .certificate : nil
        if word == "idnt" {
            throw ProtectionError(
                keychain: KeychainRefusal.unimplemented,
                .invalidArgument,
                "identities are not kept here"
            )
        }
        guard let word else {
            guard let itemClass = reference?.itemClass ?? certificate else {
                throw ProtectionError.parameter("the dictionary has no class")
            }
            return itemClass
        }
        guard let itemClass = ItemClass(rawValue: word),
            reference.map({ $0.itemClass == itemClass }) ?? true
        else {
            throw ProtectionError(
                keychain: KeychainRefusal.noSuchClass,
                .invalidArgument,
                "the class '\(word)' is not one of items, or not that of the reference"
            )
        }
        return itemClass
    }

    private mutating func read(_ key: String, _ value: Any) throws {
        if key.utf8.count == 4 { return try readAttribute(key, value) }
        switch key.first {
        case "c" where key == "class": return
        case "m": try readMatch(key, value)
        case "r": try readReturn(key, value)
        case "u": try readUse(key, value)
        case "v": try readValue(key, value)
        case "f": return
        default: throw ProtectionError.parameter("the key '\(key)' is unknown")
        }
    }

    // MARK: Attributes

    private mutating func readAttribute(_ key: String, _ value: Any) throws {
        let attribute = try AttributeReader.attribute(key, of: query.itemClass)
        switch attribute.kind {
        case .ignored: return
        case .accessControl:
            guard let access = (value as? SecAccessControl)?.access else {
                throw ProtectionError.parameter("the value of '\(key)' is not access control")
            }
            control = access
        case .accessibility:
            accessible = try AttributeReader.accessibility(value)
            query.attributes[key] = try AttributeReader.value(value, attribute)
        case .synchronizable where value as? String == "syna": query.isEitherKind = true
        default: query.attributes[key] = try AttributeReader.value(value, attribute)
        }
    }

    // MARK: Other keys

    private mutating func readMatch(_ key: String, _ value: Any) throws {
        query.hasMatches = true
        switch (key, value) {
        case ("m_Limit", "m_LimitOne" as String): query.limit = .one
        case ("m_Limit", "m_LimitAll" as String): query.limit = .all
        case ("m_Limit", let count as Int) where count > 0:
            query.limit = count == 1 ? .one : .several(count)
        case ("m_CaseInsensitive", _): return
        default: throw ProtectionError.parameter("'\(key)' with this value is not supported")
        }
    }

    private mutating func readReturn(_ key: String, _ value: Any) throws {
        let known: [String: ItemQuery.Returns] = [
            "r_Data": .data, "r_Attributes": .attributes, "r_Ref": .reference,
            "r_PersistentRef": .persistentReference,
        ]
        guard let returned = known[key], let isWanted = AttributeReader.boolean(value) else {
            throw ProtectionError.parameter("'\(key)' with this value is not known")
        }
        if isWanted { query.returns.insert(returned) }
    }

    private mutating func readUse(_ key: String, _ value: Any) throws {
        switch (key, value) {
        case ("u_AuthUI", "u_AuthUIS" as String):
            guard call == .search else {
                throw ProtectionError.parameter("only a search can skip what a person is asked for")
            }
            query.question = .skipped
        case ("u_AuthUI", is String), ("u_NoAuthUI", _), ("u_AuthCtx", _), ("u_OpPrompt", _),
            ("u_CallerName", _):
            return
        default: throw ProtectionError.parameter("'\(key)' with this value is not supported")
        }
    }

    private mutating func readValue(_ key: String, _ value: Any) throws {
        switch (key, value) {
        case ("v_Data", let data as Data): query.secret = ItemSecret(data)
        case ("v_Ref", let certificate as SecCertificate) where query.itemClass == .certificate:
            query.attributes.merge(certificate.attributes) { old, _ in old }
            if call == .add { query.secret = ItemSecret(certificate.data) }
        case ("v_PersistentRef", let data as Data):
            guard call != .add, let reference = ItemReference(Array(data)) else {
                throw ProtectionError.parameter("the persistent reference is not one of ours")
            }
            query.reference = reference
        default: throw ProtectionError.parameter("'\(key)' with this value is not supported")
        }
    }

    // MARK: What hangs together

    private func finished() throws -> ItemQuery {
        var query = query
        query.access = try AttributeReader.access(accessible, control)
        if query.reference != nil, !query.attributes.isEmpty {
            throw ProtectionError.parameter("a persistent reference stands with other attributes")
        }
        let mayMatch = call == .search || call == .deleteAll && query.limit == .all
        guard mayMatch || !query.hasMatches else {
            throw ProtectionError.parameter("only a search says how to match")
        }
        guard call != .update || query.returns.isEmpty else {
            throw ProtectionError.parameter("an update returns nothing")
        }
        if call == .add, query.isEitherKind {
            throw ProtectionError.parameter("a new item is synchronizable or not")
        }
        try addCertificateFacts(&query)
        return query
    }

    /// A certificate that comes as data is known by its issuer and number, too.
    private func addCertificateFacts(_ query: inout ItemQuery) throws {
        guard call == .add, query.itemClass == .certificate, let secret = query.secret else {
            return
        }
        guard let certificate = SecCertificate(secret.data) else {
            throw ProtectionError.parameter("the data is not a certificate in DER")
        }
        query.attributes.merge(certificate.attributes) { old, _ in old }
    }
}
