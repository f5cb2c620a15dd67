package import Documents
public import ProtectionModel

extension RecordSchema {
    /// Reads a schema's text.
    ///
    /// - Throws: as ``SchemaDocument/init(_:)``.
    public init(_ text: [UInt8]) throws(ProtectionError) {
        self = try SchemaDocument(text).schema
    }
}

/// A schema with the places in its text, for those who have something to say about it.
package struct SchemaDocument: Sendable, Hashable {
    /// The schema.
    package fileprivate(set) var schema = RecordSchema()
    /// Where the names of types stand.
    package fileprivate(set) var types: [String: DocumentPlace] = [:]
    /// Where the names of fields stand, by type and field.
    package fileprivate(set) var fields: [String: [String: DocumentPlace]] = [:]
    /// Where the grants of each type begin, in their order.
    package fileprivate(set) var grants: [String: [DocumentPlace]] = [:]

    /// Bytes of the longest text that is read.
    package static let byteLimit = SchemaReader.byteCount

    fileprivate init() {}

    /// Reads a schema's text.
    ///
    /// - Throws: ``ProtectionError`` with `malformed-schema`, whose message begins with line and
    ///   column and whose cause is the `DocumentFault` with the place.
    package init(_ text: [UInt8]) throws(ProtectionError) {
        do {
            self = try SchemaReader.read(text)
        } catch {
            throw ProtectionError(.malformedSchema, "\(error)", cause: error)
        }
    }
}

/// Reads Apple's CloudKit Schema Language ("Integrating a Text-Based Schema into Your Workflow").
///
///     schema = DEFINE SCHEMA { (role | type) ";" }
///     role   = CREATE ROLE name
///     type   = RECORD TYPE name "(" [ item { "," item } ] ")"
///     item   = name fieldtype { QUERYABLE | SORTABLE | SEARCHABLE }
///            | GRANT permission { "," permission } TO name
///     fieldtype = primitive | LIST "<" primitive ">"
///
/// Names are words, or any text in double quotes; comments are those of SQL and C.
struct SchemaReader {
    /// Bytes of the longest text that is read.
    static let byteCount = 4 << 20

    private var cursor: ByteCursor
    private var word: Word
    private var document = SchemaDocument()

    /// What stands at a place; empty at the end.
    private struct Word {
        let text: String
        let isQuoted: Bool
        let place: DocumentPlace

        func `is`(_ keyword: String) -> Bool {
            !isQuoted && text.uppercased() == keyword
        }

        var shown: String { text.isEmpty && !isQuoted ? "the end" : text.quotedForMessage }
    }

    static func read(_ bytes: [UInt8]) throws(DocumentFault) -> SchemaDocument {
        guard bytes.count <= byteCount else {
            throw DocumentFault("a schema has at most \(byteCount) bytes", at: .start)
        }
        try ByteCursor.checkText(bytes)
        var reader = SchemaReader(cursor: ByteCursor(bytes))
        try reader.advance()
        try reader.expect("DEFINE")
        try reader.expect("SCHEMA")
        while !reader.isAtEnd {
            if try reader.take("CREATE") {
                try reader.role()
            } else if try reader.take("RECORD") {
                try reader.type()
            } else {
                throw reader.fault("expected 'CREATE ROLE' or 'RECORD TYPE'")
            }
            try reader.expect(";")
        }
        try reader.checkRoles()
        return reader.document
    }

    private init(cursor: ByteCursor) {
        self.cursor = cursor
        word = Word(text: "", isQuoted: false, place: .start)
    }

    // MARK: Roles

    private var grants: [(role: String, place: DocumentPlace)] = []

    private mutating func role() throws(DocumentFault) {
        try expect("ROLE")
        let place = word.place
        let name = try name(of: "role")
        guard !document.schema.roles.contains(name), !RecordGrant.systemRoles.contains(name) else {
            throw DocumentFault("the role \(name.quotedForMessage) is there already", at: place)
        }
        document.schema.roles.append(name)
    }

    /// Roles may stand behind the types that grant them something.
    private func checkRoles() throws(DocumentFault) {
        let known = RecordGrant.systemRoles.union(document.schema.roles)
        for grant in grants where !known.contains(grant.role) {
            throw DocumentFault(
                "unknown role \(grant.role.quotedForMessage); make it with 'CREATE ROLE'",
                at: grant.place
            )
        }
    }

    private mutating func grant() throws(DocumentFault) -> RecordGrant {
        var permissions: Set<RecordGrant.Permission> = []
        repeat {
            let text = word.isQuoted ? "" : word.text.uppercased()
            guard let permission = RecordGrant.Permission(rawValue: text) else {
                throw fault("expected READ, CREATE or WRITE")
            }
            permissions.insert(permission)
            try advance()
        } while try take(",")
        try expect("TO")
        grants.append((word.text, word.place))
        return RecordGrant(permissions, to: try name(of: "role"))
    }

    // MARK: Types

    private static let words = "a letter, then letters, digits and '_'"

    private mutating func type() throws(DocumentFault) {
        try expect("TYPE")
        let place = word.place
        var type = RecordType(try name(of: "type"))
        guard RecordLimits.isWord(type.name) || type.name == RecordSchema.shareType else {
            throw DocumentFault(
                "\(type.name.quotedForMessage) is not a name of a type: " + Self.words,
                at: place
            )
        }
        guard document.types.updateValue(place, forKey: type.name) == nil else {
            throw DocumentFault("the type '\(type.name)' is there already", at: place)
        }
        try expect("(")
        var places: [String: DocumentPlace] = [:]
        var grants: [DocumentPlace] = []
        if !word.is(")") {
            repeat {
                let place = word.place
                if try take("GRANT") {
                    type.grants.append(try grant())
                    grants.append(place)
                } else {
                    type.fields.append(try field(unlike: &places))
                }
            } while try take(",")
        }
        try expect(")")
        document.schema.types.append(type)
        document.fields[type.name] = places
        document.grants[type.name] = grants
    }

    private mutating func field(
        unlike places: inout [String: DocumentPlace]
    ) throws(DocumentFault) -> RecordField {
        let place = word.place
        let name = try name(of: "field")
        let system = SystemField(rawValue: name)
        guard RecordLimits.isWord(name) || system != nil || isOfShare(name) else {
            throw DocumentFault(
                "\(name.quotedForMessage) is not a name of a field: " + Self.words,
                at: place
            )
        }
        guard places.updateValue(place, forKey: name) == nil else {
            throw DocumentFault("the field '\(name)' is there already", at: place)
        }
        let typePlace = word.place
        let type = try fieldType()
        guard system == nil || system?.type == type else {
            throw DocumentFault(
                "the field '\(name)' has the type \(system?.type.description ?? ""), not \(type)",
                at: typePlace
            )
        }
        return RecordField(name, type, try indexes(of: type))
    }

    /// Whether it is the name of a field that the service keeps of a share, such as its title.
    private func isOfShare(_ name: String) -> Bool {
        name.hasPrefix(Self.servicePrefix)
            && RecordLimits.isWord(String(name.dropFirst(Self.servicePrefix.count)))
    }

    private static let servicePrefix = "cloudkit."

    private mutating func indexes(
        of type: RecordFieldType
    ) throws(DocumentFault) -> Set<RecordField.Index> {
        var indexes: Set<RecordField.Index> = []
        while !word.isQuoted, let index = RecordField.Index(rawValue: word.text.uppercased()) {
            guard !type.isEncrypted else {
                throw fault("an encrypted field cannot be \(index.rawValue)")
            }
            indexes.insert(index)
            try advance()
        }
        return indexes
    }

    private mutating func fieldType() throws(DocumentFault) -> RecordFieldType {
        guard try take("LIST") else { return try primitive(isList: false) }
        try expect("<")
        let type = try primitive(isList: true)
        try expect(">")
        return type
    }

    private mutating func primitive(isList: Bool) throws(DocumentFault) -> RecordFieldType {
        let isEncrypted = try take("ENCRYPTED")
        guard !word.isQuoted, var base = RecordFieldType.Base(rawValue: word.text.uppercased())
        else { throw fault("expected a type such as STRING or LIST<INT64>") }
        guard !isEncrypted || base.isEncryptable else {
            throw fault("values of type \(base.rawValue) are never encrypted")
        }
        try advance()
        if base == .number, try take("PREFERRED") {
            try expect("AS")
            if try take("INT64") {
                base = .numberAsInt64
            } else {
                try expect("DOUBLE")
                base = .numberAsDouble
            }
        }
        return RecordFieldType(base, isList: isList, isEncrypted: isEncrypted)
    }

    // MARK: Words

    private var isAtEnd: Bool { word.text.isEmpty && !word.isQuoted }

    private func fault(_ message: String) -> DocumentFault {
        DocumentFault("\(message), found \(word.shown)", at: word.place)
    }

    private mutating func expect(_ keyword: String) throws(DocumentFault) {
        guard try take(keyword) else { throw fault("expected '\(keyword)'") }
    }

    private mutating func take(_ keyword: String) throws(DocumentFault) -> Bool {
        guard word.is(keyword) else { return false }
        try advance()
        return true
    }

    private mutating func name(of what: String) throws(DocumentFault) -> String {
        let text = word.text
        guard word.isQuoted || text.utf8.first.map(Self.isWordByte) == true,
            (1...255).contains(text.utf8.count)
        else { throw fault("expected the name of a \(what), of 1 to 255 bytes") }
        try advance()
        return text
    }

    private mutating func advance() throws(DocumentFault) {
        try skip()
        let place = cursor.location
        if cursor.next == UInt8(ascii: "\"") {
            cursor.advance()
            guard let text = cursor.take(through: "\"") else {
                throw DocumentFault("the text ends inside a name", at: place)
            }
            let name = String(decoding: text, as: UTF8.self)
            guard name.unicodeScalars.allSatisfy(\.isPrintable) else {
                throw DocumentFault("a name has unprintable characters", at: place)
            }
            word = Word(text: name, isQuoted: true, place: place)
            return
        }
        var bytes = cursor.take(while: Self.isWordByte)
        if bytes.isEmpty, let next = cursor.next {
            guard "(),;<>".utf8.contains(next) else {
                let text = cursor.scalar.map { String($0).quotedForMessage } ?? ""
                throw DocumentFault("\(text) has no meaning here", at: place)
            }
            bytes = [next]
            cursor.advance()
        }
        word = Word(text: String(decoding: bytes, as: UTF8.self), isQuoted: false, place: place)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Steps over white space and comments.
    private mutating func skip() throws(DocumentFault) {
        while true {
            cursor.skipSpace()
            if cursor.isAt("//") || cursor.isAt("--") {
                _ = cursor.take { $0 != 0x0A && $0 != 0x0D }
            } else if cursor.isAt("/*") {
                let place = cursor.location
                cursor.advance(by: 2)
                guard cursor.take(through: "*/") != nil else {
                    throw DocumentFault("the text ends inside a comment", at: place)
                }
            } else {
                return
            }
        }
    }
}
