import ProtectionModel

/// What an engine's index has of a record: texts without case, numbers, and dates as seconds since
/// 1970.
///
/// An index only narrows a search, whose predicate is asked for each record that is left: so that
/// all engines answer alike, whatever their numbers and texts are. Rounding to a `Double` keeps
/// order, and ranges in ``IndexBound`` have their ends in them.
package struct IndexEntry: Sendable, Hashable {
    /// What is looked for.
    package enum Key: Sendable, Hashable {
        case number(Double)
        case text(String)
    }

    /// The name of the field, or that of a ``SystemField``.
    package let field: String
    /// The value, or one of those in the list.
    package let key: Key

    /// Describes an entry.
    package init(field: String, key: Key) {
        self.field = field
        self.key = key
    }

    /// All entries of a record in a zone.
    package static func all(of record: StoredRecord, in zone: RecordZoneID) -> Set<IndexEntry> {
        var entries: Set<IndexEntry> = []
        for (field, value) in record.fields {
            for key in value.indexKeys { entries.insert(IndexEntry(field: field, key: key)) }
        }
        for field in SystemField.allCases {
            for key in record.value(of: field, in: zone).indexKeys {
                entries.insert(IndexEntry(field: field.rawValue, key: key))
            }
        }
        return entries
    }

    /// The words of a record, in whichever field; which ones may be searched the predicate knows.
    package static func words(of record: StoredRecord) -> Set<String> {
        record.fields.values.reduce(into: []) { $0.formUnion($1.words) }
    }
}

/// What the entries of a record in an index must have so that a predicate can hold for it.
package enum IndexBound: Sendable, Hashable {
    /// One of the field's keys is one of these.
    case isOneOf(field: String, Set<IndexEntry.Key>)
    /// One of the field's keys lies between these or is one of them; nil is no limit.
    case isBetween(field: String, IndexEntry.Key?, IndexEntry.Key?)
    /// One of the field's texts begins so, by its bytes.
    case beginsWith(field: String, String)
    /// The record has one of these words, or all.
    case hasWords(Set<String>, areAllNeeded: Bool)

    /// Whether a record has what is asked for.
    package func admits(_ entries: Set<IndexEntry>, words: Set<String>) -> Bool {
        switch self {
        case .isOneOf(let field, let keys):
            return keys.contains { entries.contains(IndexEntry(field: field, key: $0)) }
        case .isBetween(let field, let low, let high):
            return entries.contains { entry in
                entry.field == field && entry.key.isBetween(low, high)
            }
        case .beginsWith(let field, let start):
            return entries.contains { entry in
                guard entry.field == field, case .text(let text) = entry.key else { return false }
                return text.utf8.starts(with: start.utf8)
            }
        case .hasWords(let wanted, let areAllNeeded):
            return areAllNeeded ? words.isSuperset(of: wanted) : !words.isDisjoint(with: wanted)
        }
    }
}

extension RecordCondition {
    /// What a record's entries must have, all of it, so that the condition can hold.
    package var bounds: [IndexBound] {
        switch self {
        case .always, .not, .near: []
        case .all(let conditions): conditions.flatMap(\.bounds)
        case .compares(let field, let comparison, let constant):
            constant.value.indexKey.flatMap { key in
                switch comparison {
                case .equal: .isOneOf(field: field.indexName, [key])
                case .unequal: nil
                case .less, .lessOrEqual: .isBetween(field: field.indexName, nil, key)
                case .greater, .greaterOrEqual: .isBetween(field: field.indexName, key, nil)
                }
            }.map { [$0] } ?? []
        case .isOneOf(let field, let constants, _):
            constants.allSatisfy { $0.value.indexKey != nil }
                ? [.isOneOf(field: field.indexName, Set(constants.compactMap(\.value.indexKey)))]
                : []
        case .between(let field, let low, let high):
            [.isBetween(field: field.indexName, low.value.indexKey, high.value.indexKey)]
        case .beginsWith(let field, let text):
            // What follows may change how the last letter of another text is decomposed.
            text.utf8.allSatisfy { $0 < 0x80 }
                ? [.beginsWith(field: field.indexName, TextFolding.withoutCase(text))] : []
        case .words(let words, let areAllNeeded):
            [.hasWords(Set(words), areAllNeeded: areAllNeeded)]
        }
    }
}

extension PredicateField {
    fileprivate var indexName: String { system?.rawValue ?? name }
}

extension IndexEntry.Key {
    fileprivate func isBetween(_ low: IndexEntry.Key?, _ high: IndexEntry.Key?) -> Bool {
        (low?.isAtMost(self) ?? true) && (high.map { isAtMost($0) } ?? true)
    }

    private func isAtMost(_ other: IndexEntry.Key) -> Bool {
        switch (self, other) {
        case (.number(let number), .number(let other)): number <= other
        case (.text(let text), .text(let other)):
            !other.utf8.lexicographicallyPrecedes(text.utf8)
        case (.number, .text), (.text, .number): false
        }
    }
}

extension RecordValue {
    /// The key of a single value; nil for one that no index has.
    fileprivate var indexKey: IndexEntry.Key? {
        switch self {
        case .string(let text): .text(TextFolding.withoutCase(text))
        case .integer(let number): .number(Double(number))
        // Zero has two forms, which are equal.
        case .real(let number): .number(number == 0 ? 0 : number)
        case .date(let time): .number(Double(time.seconds) + Double(time.nanoseconds) / 1e9)
        case .reference(let reference): .text(TextFolding.withoutCase(reference.id.name))
        case .bytes, .location, .asset, .list, .sealed: nil
        }
    }

    fileprivate var indexKeys: [IndexEntry.Key] {
        if case .list(let values) = self { return values.compactMap(\.indexKey) }
        return indexKey.map { [$0] } ?? []
    }

    fileprivate var words: [String] {
        switch self {
        case .string(let text): TextFolding.words(of: text)
        case .list(let values): values.flatMap(\.words)
        default: []
        }
    }
}
