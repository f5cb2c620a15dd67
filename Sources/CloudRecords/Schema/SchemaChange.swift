public import ProtectionModel

/// What one schema has and another has not, or has otherwise.
public enum SchemaChange: Sendable, Hashable, CustomStringConvertible {
    /// A type that is new.
    case typeAdded(String)
    /// A type that the other lacks.
    case typeRemoved(String)
    /// A field that is new.
    case fieldAdded(type: String, RecordField)
    /// A field that the other lacks.
    case fieldRemoved(type: String, field: String)
    /// A field whose values are of another type.
    case fieldRetyped(type: String, field: String, from: RecordFieldType, to: RecordFieldType)
    /// A field that queries may do something else with, as the other has it.
    case indexesChanged(type: String, RecordField)
    /// A type with other grants.
    case grantsChanged(type: String)
    /// Other roles.
    case rolesChanged

    /// Whether a schema that users' records follow cannot change so.
    public var losesData: Bool {
        switch self {
        case .typeRemoved, .fieldRemoved, .fieldRetyped: true
        case .typeAdded, .fieldAdded, .indexesChanged, .grantsChanged, .rolesChanged: false
        }
    }

    /// A line for people.
    public var description: String {
        switch self {
        case .typeAdded(let type): "adds the type '\(type)'"
        case .typeRemoved(let type): "drops the type '\(type)'"
        case .fieldAdded(let type, let field): "adds '\(type).\(field.name)', \(field.type)"
        case .fieldRemoved(let type, let field): "drops '\(type).\(field)'"
        case .fieldRetyped(let type, let field, let old, let new):
            "makes '\(type).\(field)', \(old), into \(new)"
        case .indexesChanged(let type, let field):
            "makes '\(type).\(field.name)' "
                + (field.indexes.isEmpty
                    ? "neither queryable nor sortable nor searchable"
                    : field.indexes.map { $0.rawValue.lowercased() }.sorted()
                        .joined(separator: ", "))
        case .grantsChanged(let type): "grants otherwise for '\(type)'"
        case .rolesChanged: "has other roles"
        }
    }
}

extension RecordSchema {
    /// What would have to change for this schema to become another, in the order of the types.
    public func changes(to other: RecordSchema) -> [SchemaChange] {
        var changes: [SchemaChange] = []
        let new = Dictionary(other.types.map { ($0.name, $0) }) { first, _ in first }
        let old = Dictionary(types.map { ($0.name, $0) }) { first, _ in first }
        for type in types {
            if let other = new[type.name] {
                changes += type.changes(to: other)
            } else {
                changes.append(.typeRemoved(type.name))
            }
        }
        for type in other.types where old[type.name] == nil {
            changes.append(.typeAdded(type.name))
        }
        if Set(roles) != Set(other.roles) { changes.append(.rolesChanged) }
        return changes
    }

    /// Another schema in place of this one, which users' records follow.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` and a line for each thing that it
    ///   would drop or retype.
    public func promoted(to other: RecordSchema) throws(ProtectionError) -> RecordSchema {
        let losses = changes(to: other).filter(\.losesData)
        guard losses.isEmpty else {
            throw ProtectionError(
                .invalidArgument,
                lines: losses.map { "the new schema \($0), which a promotion never does" }
            )
        }
        return other
    }
}

extension RecordType {
    fileprivate func changes(to other: RecordType) -> [SchemaChange] {
        var changes: [SchemaChange] = []
        let new = Dictionary(other.fields.map { ($0.name, $0) }) { first, _ in first }
        let old = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
        for field in fields {
            guard let other = new[field.name] else {
                // Every record has its system fields, whatever is said about them.
                if SystemField(rawValue: field.name) == nil {
                    changes.append(.fieldRemoved(type: name, field: field.name))
                }
                continue
            }
            if field.type != other.type {
                changes.append(
                    .fieldRetyped(
                        type: name,
                        field: field.name,
                        from: field.type,
                        to: other.type
                    )
                )
            } else if field.indexes != other.indexes {
                changes.append(.indexesChanged(type: name, other))
            }
        }
        for field in other.fields where old[field.name] == nil {
            if SystemField(rawValue: field.name) == nil || !field.indexes.isEmpty {
                changes.append(.fieldAdded(type: name, field))
            }
        }
        if Set(grants) != Set(other.grants) { changes.append(.grantsChanged(type: name)) }
        return changes
    }
}
