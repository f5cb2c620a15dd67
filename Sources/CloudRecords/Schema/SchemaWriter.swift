extension RecordSchema {
    /// The schema's text, as Apple's tools export it: names side by side, system fields in quotes.
    public var text: String {
        var text = "DEFINE SCHEMA\n"
        for role in roles { text += "\n    CREATE ROLE \(Self.name(role));\n" }
        for type in types { text += "\n" + type.text }
        return text
    }

    /// A name as it stands in a text: in quotes unless it is a word that says nothing else.
    fileprivate static func name(_ name: String) -> String {
        let isKeyword = keywords.contains(name.uppercased())
        return RecordLimits.isWord(name) && !isKeyword ? name : "\"\(name)\""
    }

    private static let keywords = Set([
        "GRANT", "LIST", "ENCRYPTED", "TO", "RECORD", "TYPE", "CREATE", "ROLE", "DEFINE", "SCHEMA",
        "READ", "WRITE", "QUERYABLE", "SORTABLE", "SEARCHABLE", "PREFERRED", "AS",
    ]).union(RecordFieldType.Base.allCases.map(\.rawValue))
}

extension RecordType {
    fileprivate var text: String {
        let names = fields.map { RecordSchema.name($0.name) }
        let width = names.map(\.count).max() ?? 0
        let fields = zip(names, self.fields).map { name, field in
            let gap = String(repeating: " ", count: width - name.count)
            let indexes = field.indexes.map(\.rawValue).sorted()
            return "\(name)\(gap) " + ([field.type.description] + indexes).joined(separator: " ")
        }
        let grants = grants.map { grant in
            let permissions = RecordGrant.Permission.allCases.filter(grant.permissions.contains)
            return "GRANT " + permissions.map(\.rawValue).joined(separator: ", ") + " TO "
                + (RecordGrant.systemRoles.contains(grant.role)
                    ? "\"\(grant.role)\"" : RecordSchema.name(grant.role))
        }
        let items = (fields + grants).map { "        " + $0 }.joined(separator: ",\n")
        return "    RECORD TYPE \(RecordSchema.name(name)) (\n\(items)\n    );\n"
    }
}
