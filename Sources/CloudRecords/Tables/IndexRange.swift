/// Entries of an index as bytes, whose order is that of what they stand for.
///
///     key = 1 number | 2 text | 3 word
///
/// A number has eight bytes; of a text or word the first 200 count, for a database may take no
/// longer keys: an index only narrows a search, so that it may find too much.
struct IndexKey: Hashable {
    /// The name of the field; empty for words, which are those of all fields.
    let field: String
    let bytes: [UInt8]

    private static let byteCount = 200

    /// All keys of a record.
    static func all(of record: StoredRecord, in zone: RecordZoneID) -> Set<IndexKey> {
        if record.isRemoved { return [] }
        var keys: Set<IndexKey> = []
        for entry in IndexEntry.all(of: record, in: zone) {
            keys.insert(IndexKey(field: entry.field, bytes: bytes(of: entry.key)))
        }
        for word in IndexEntry.words(of: record) {
            keys.insert(IndexKey(field: "", bytes: bytes(ofWord: word)))
        }
        return keys
    }

    static func bytes(of key: IndexEntry.Key) -> [UInt8] {
        switch key {
        case .number(let number):
            var writer = ByteWriter()
            writer.append(1)
            // Negative numbers come before all others, the greatest of them last.
            let pattern = number.bitPattern
            writer.append(number: number.sign == .minus ? ~pattern : pattern | 1 << 63)
            return writer.bytes
        case .text(let text): return [2] + text.utf8.prefix(byteCount)
        }
    }

    static func bytes(ofWord word: String) -> [UInt8] { [3] + word.utf8.prefix(byteCount) }
}

/// A stretch of an index; both ends belong to it.
struct IndexRange: Hashable {
    let field: String
    let low: [UInt8]
    let high: [UInt8]

    /// More than any text, word or number: none of them begins so.
    private static let end = [UInt8](repeating: 0xFF, count: 9)

    /// All records: each has a name.
    static let all = IndexRange(field: SystemField.recordID.rawValue, low: [0], high: end)

    /// Whether no record stands in it twice.
    var isOneKey: Bool { low == high }

    /// Ranges in one of which every record stands that a condition holds for: those of the bound
    /// that likely leaves the fewest.
    static func narrowest(for condition: RecordCondition) -> [IndexRange] {
        let bounds = merged(condition.bounds)
        guard let best = bounds.min(by: { $0.rank < $1.rank }), best.rank < IndexBound.noRank else {
            return [.all]
        }
        return best.ranges
    }

    /// Both ends of a range are often two conditions; order is only asked of single values.
    private static func merged(_ bounds: [IndexBound]) -> [IndexBound] {
        var merged = bounds
        for case .isBetween(let field, let low?, nil) in bounds {
            for case .isBetween(field, nil, let high?) in bounds {
                merged.append(.isBetween(field: field, low, high))
            }
        }
        return merged
    }

    fileprivate static func between(
        _ field: String,
        _ low: IndexEntry.Key?,
        _ high: IndexEntry.Key?
    ) -> IndexRange {
        let lowBytes = low.map { IndexKey.bytes(of: $0) }
        let highBytes = high.map { IndexKey.bytes(of: $0) }
        return IndexRange(
            field: field,
            low: lowBytes ?? highBytes.map { [$0[0]] } ?? [0],
            high: highBytes ?? lowBytes.map { [$0[0]] + end } ?? end
        )
    }

    fileprivate static func word(_ word: String) -> IndexRange {
        let key = IndexKey.bytes(ofWord: word)
        return IndexRange(field: "", low: key, high: key)
    }

    fileprivate static func beginning(_ field: String, _ text: String) -> IndexRange {
        let key = IndexKey.bytes(of: .text(text))
        return IndexRange(field: field, low: key, high: key + end)
    }
}

extension IndexBound {
    /// The rank of a bound that all records are in.
    fileprivate static let noRank = 9

    /// The lower, the fewer records are likely in it.
    fileprivate var rank: Int {
        switch self {
        case .isOneOf(_, let keys): keys.count < 2 ? 0 : 3
        case .hasWords(let words, let areAllNeeded):
            !areAllNeeded ? 5 : words.isEmpty ? Self.noRank : 1
        case .beginsWith(_, let text): text.isEmpty ? 8 : 2
        case .isBetween(_, _?, _?): 4
        case .isBetween: 6
        }
    }

    fileprivate var ranges: [IndexRange] {
        switch self {
        case .isOneOf(let field, let keys): keys.map { .between(field, $0, $0) }
        case .isBetween(let field, let low, let high): [.between(field, low, high)]
        case .beginsWith(let field, let text): [.beginning(field, text)]
        // The longest word is likely the rarest.
        case .hasWords(let words, true):
            words.max { $0.utf8.count < $1.utf8.count }.map { [.word($0)] } ?? [.all]
        case .hasWords(let words, false): words.map { .word($0) }
        }
    }
}
