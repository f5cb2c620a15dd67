import ProtectionModel

/// A place in the order of a query's results: behind it a later page goes on, whatever was saved
/// or removed meanwhile.
struct ResultPlace: Equatable {
    /// What the query sorts by; nil for what the record lacks.
    let keys: [SortKey?]
    let zone: String
    let name: String

    private static let version: UInt8 = 1

    init(_ record: StoredRecord, in zone: RecordZoneID, _ query: RecordQuery) {
        keys = query.sort.map { sort in
            let system = SystemField(inPredicate: sort.field)
            let value = system.map { record.value(of: $0, in: zone) } ?? record.fields[sort.field]
            // Records have names to be sorted by.
            if case .reference(let reference)? = value {
                return SortKey(.string(reference.id.name))
            }
            return value.flatMap { SortKey($0) }
        }
        self.zone = zone.name
        name = record.name
    }

    /// The place that a cursor names.
    init(_ bytes: [UInt8], _ query: RecordQuery) throws(ProtectionError) {
        var reader = ByteReader(bytes)
        guard reader.byte() == Self.version, let zone = reader.text(), let name = reader.text()
        else {
            throw ProtectionError(.unsupportedVersion, "the cursor is that of a newer version")
        }
        self.zone = zone
        self.name = name
        keys = query.sort.map { _ in
            guard reader.byte() == 1 else { return nil }
            return RecordBody.value(from: &reader, isInList: true).flatMap { SortKey($0) }
        }
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(zone)
        writer.append(name)
        for key in keys {
            writer.append(key == nil ? 0 : 1)
            if let key { RecordBody.write(key.value, to: &writer) }
        }
        return writer.bytes
    }

    func isBefore(_ other: ResultPlace, _ sort: [RecordSort]) -> Bool {
        for (index, sort) in sort.enumerated() {
            let order = Self.order(keys[index], other.keys[index])
            if order != 0 { return sort.isAscending ? order < 0 : order > 0 }
        }
        if zone != other.zone { return zone.utf8.lexicographicallyPrecedes(other.zone.utf8) }
        return name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }

    private static func order(_ left: SortKey?, _ right: SortKey?) -> Int {
        guard let left else { return right == nil ? 0 : -1 }
        guard let right else { return 1 }
        return left.order(with: right)
    }
}

/// The first results of a query behind a place, of which no more are kept than are wanted.
struct SortedResults {
    struct Result {
        let record: StoredRecord
        let zone: RecordZoneID
        let place: ResultPlace
    }

    let query: RecordQuery
    private let limit: Int
    private let start: ResultPlace?
    private var results: [Result] = []

    init(_ query: RecordQuery, limit: Int, after start: ResultPlace?) {
        self.query = query
        self.limit = limit
        self.start = start
    }

    mutating func add(_ record: StoredRecord, in zone: RecordZoneID) {
        let place = ResultPlace(record, in: zone, query)
        if let start, !start.isBefore(place, query.sort) { return }
        results.append(Result(record: record, zone: zone, place: place))
        if results.count >= 4 * limit { results = first(limit) }
    }

    /// The first results in their order.
    func first(_ count: Int) -> [Result] {
        Array(results.sorted { $0.place.isBefore($1.place, query.sort) }.prefix(count))
    }
}
