import Documents
import ProtectionModel

extension RecordSchema {
    /// Refuses values that the schema lacks; while an app is made, learns them instead.
    ///
    /// - Returns: whether something was learned.
    /// - Throws: ``ProtectionError`` with `invalid-argument`; nothing is learned then.
    mutating func admit(
        _ fields: [String: RecordValue],
        of typeName: String,
        in environment: RecordEnvironment
    ) throws(ProtectionError) -> Bool {
        let index = types.firstIndex { $0.name == typeName }
        guard index != nil || environment == .development else {
            throw ProtectionError(.invalidArgument, "the schema has no type '\(typeName)'")
        }
        var type = index.map { types[$0] } ?? RecordType(learned: typeName)
        var isLearned = index == nil
        for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
            if let field = type[key] {
                guard field.type.takes(value) else {
                    throw ProtectionError(
                        .invalidArgument,
                        "the field '\(key)' of '\(typeName)' is of type \(field.type), not "
                            + "\(RecordFieldType(of: value)?.description ?? "LIST")"
                    )
                }
                continue
            }
            guard environment == .development else {
                throw ProtectionError(
                    .invalidArgument,
                    "the type '\(typeName)' of the schema has no field '\(key)'"
                )
            }
            // A list without values is one of any type: the next save says which.
            guard let fieldType = RecordFieldType(of: value) else { continue }
            type.fields.append(RecordField(key, fieldType, fieldType.learnedIndexes))
            isLearned = true
        }
        guard isLearned else { return false }
        if let index { types[index] = type } else { types.append(type) }
        return true
    }
}

extension RecordType {
    fileprivate init(learned name: String) {
        self.init(name)
        grants = RecordGrant.standard
    }
}

extension RecordFieldType {
    /// What queries may do with a field that was learned from a save: all that they can.
    fileprivate var learnedIndexes: Set<RecordField.Index> {
        guard !isEncrypted, base != .asset else { return [] }
        switch base {
        case .string:
            return isList ? [.queryable, .searchable] : [.queryable, .searchable, .sortable]
        case .bytes, .location, .reference: return [.queryable]
        default: return isList ? [.queryable] : [.queryable, .sortable]
        }
    }
}
