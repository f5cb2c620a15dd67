import Documents
import ProtectionModel

/// Whether a predicate fits the records of a type.
extension RecordCondition {
    /// Refuses fields that the type lacks or whose values cannot be compared so.
    ///
    /// - Throws: ``ProtectionError`` with `invalid-argument` for unknown fields, those without an
    ///   index, and values of another type; `malformed-predicate` with the column for encrypted
    ///   fields and for operators that do not go with a list or a single value.
    func check(_ type: RecordType) throws(ProtectionError) {
        switch self {
        case .always: try Self.checkListing(type)
        case .all(let conditions):
            for condition in conditions { try condition.check(type) }
        case .not(let condition): try condition.check(type)
        case .compares(let field, let comparison, let constant):
            let base = try field.base(in: type, isList: false, comparedWith: [constant])
            if !comparison.isEquality { try field.checkOrder(base) }
        case .isOneOf(let field, let constants, let isList):
            _ = try field.base(in: type, isList: isList, comparedWith: constants)
        case .between(let field, let low, let high):
            try field.checkOrder(field.base(in: type, isList: false, comparedWith: [low, high]))
        case .beginsWith(let field, _):
            guard try field.base(in: type, isList: false) == .string else {
                throw field.malformed("'BEGINSWITH' goes with texts")
            }
        case .near(let field, _, _, _):
            guard try field.base(in: type, isList: false) == .location else {
                throw field.malformed("a distance goes with places")
            }
        case .words: try Self.checkSearch(type)
        }
    }

    private static func checkListing(_ type: RecordType) throws(ProtectionError) {
        let name = SystemField.recordID.rawValue
        guard type[name]?.indexes.contains(.queryable) == true else {
            throw ProtectionError(
                .invalidArgument,
                "records of type '\(type.name)' are not listed: '\(name)' is not QUERYABLE"
            )
        }
    }

    private static func checkSearch(_ type: RecordType) throws(ProtectionError) {
        guard !type.searchableFields.isEmpty else {
            throw ProtectionError(
                .invalidArgument,
                "the type '\(type.name)' has no SEARCHABLE field"
            )
        }
    }
}

extension RecordType {
    /// The names of the fields whose words are searched for.
    var searchableFields: [String] {
        fields.filter { $0.indexes.contains(.searchable) && $0.type.base == .string }.map(\.name)
    }
}

extension PredicateField {
    /// What the field's values are, which may be queried and compared with these.
    fileprivate func base(
        in type: RecordType,
        isList: Bool,
        comparedWith constants: [PredicateConstant] = []
    ) throws(ProtectionError) -> RecordFieldType.Base {
        let field = type[system?.rawValue ?? name]
        guard let fieldType = system?.type ?? field?.type else {
            throw ProtectionError(
                .invalidArgument,
                "the type '\(type.name)' has no field '\(name)'"
            )
        }
        guard !fieldType.isEncrypted else { throw malformed("'\(name)' is encrypted") }
        guard field?.indexes.contains(.queryable) == true else {
            throw ProtectionError(
                .invalidArgument,
                "the field '\(name)' of '\(type.name)' is not QUERYABLE"
            )
        }
        guard fieldType.isList == isList else {
            throw malformed(
                isList
                    ? "'\(name)' is not a list" : "'\(name)' is a list, which 'CONTAINS' goes with"
            )
        }
        for constant in constants { try check(constant, fits: fieldType) }
        return fieldType.base
    }

    fileprivate func checkOrder(_ base: RecordFieldType.Base) throws(ProtectionError) {
        guard base.isOrdered else {
            throw malformed("values of type \(base.rawValue) have no order")
        }
    }

    private func check(
        _ constant: PredicateConstant,
        fits type: RecordFieldType
    ) throws(ProtectionError) {
        let isFit =
            switch (constant.value, type.base) {
            case (.string, .string), (.date, .timestamp), (.bytes, .bytes), (.location, .location),
                (.reference, .reference):
                true
            // A record's name stands for the record.
            case (.string, .reference): true
            case (.integer, _), (.real, _): type.base.isNumeric
            default: false
            }
        guard isFit else {
            throw ProtectionError(
                .invalidArgument,
                "the field '\(name)' is of type \(type) and cannot be compared with this value"
            )
        }
    }

    fileprivate func malformed(_ message: String) -> ProtectionError {
        .malformed(DocumentFault(message, at: place))
    }
}

extension RecordCondition.Comparison {
    fileprivate var isEquality: Bool { self == .equal || self == .unequal }
}

extension RecordFieldType.Base {
    fileprivate var isNumeric: Bool {
        switch self {
        case .int64, .double, .number, .numberAsInt64, .numberAsDouble: true
        case .asset, .bytes, .location, .reference, .string, .timestamp: false
        }
    }

    fileprivate var isOrdered: Bool { isNumeric || self == .string || self == .timestamp }
}
