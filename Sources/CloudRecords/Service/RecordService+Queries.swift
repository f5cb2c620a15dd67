import ProtectionModel

/// What is searched for, and in which order it is wanted.
public struct RecordQuery: Sendable, Hashable {
    /// The name of the records' type.
    public let type: String
    /// Which records.
    public let predicate: RecordPredicate
    /// What they are sorted by; then, and without, by the bytes of their names.
    public let sort: [RecordSort]

    /// Describes a search.
    public init(_ type: String, _ predicate: RecordPredicate, sort: [RecordSort] = []) {
        self.type = type
        self.predicate = predicate
        self.sort = sort
    }
}

/// A field that results are sorted by.
///
/// Texts are sorted without case, and records that lack the field come before all others.
public struct RecordSort: Sendable, Hashable {
    /// The name of a field, or that of a predicate for what every record has.
    public let field: String
    /// Whether small values come first.
    public let isAscending: Bool

    /// Sorts by a field.
    public init(_ field: String, isAscending: Bool = true) {
        self.field = field
        self.isAscending = isAscending
    }
}

/// Where a search goes on.
public struct RecordCursor: Sendable, Hashable {
    /// The cursor as text.
    public let text: String

    /// A cursor that was kept.
    public init(_ text: String) { self.text = text }
}

/// A page of what was found.
public struct RecordPage: Sendable, Hashable {
    /// The records in their order.
    public let records: [Record]
    /// Where the search goes on; nil at the end.
    public let cursor: RecordCursor?
}

extension RecordService {
    /// A page of the records that a query finds, in one zone or, for nil, in all of the database.
    func find(
        _ query: RecordQuery,
        in zone: RecordZoneID?,
        keys: Set<String>?,
        limit: Int?,
        after cursor: RecordCursor?,
        _ request: RecordRequest
    ) throws -> RecordPage {
        let page = min(limit ?? limits.pageCount, limits.pageCount)
        guard page > 0 else {
            throw ProtectionError(.invalidArgument, "a page has at least one record")
        }
        return try engine.read(request.container) { transaction in
            let schema = try self.schema(transaction, of: request.container)
            let type = try query.type(in: schema)
            let subject = query.subject(in: zone, request)
            let start = try cursor.map {
                try ResultPlace(self.tokens.payload(of: $0.text, for: subject), query)
            }
            var results = SortedResults(query, limit: page + 1, after: start)
            let permissions = RecordPermissions(schema: schema, request: request)
            for key in try self.keys(of: zone, request, transaction) {
                try self.collect(&results, in: key, type, permissions, transaction)
            }
            let found = results.first(page + 1)
            let next = found.count > page ? found[page - 1].place : nil
            return RecordPage(
                records: found.prefix(page).map { Record($0.record, in: $0.zone, keys: keys) },
                cursor: try next.map {
                    RecordCursor(try self.tokens.token($0.bytes, for: subject))
                }
            )
        }
    }

    private func keys(
        of zone: RecordZoneID?,
        _ request: RecordRequest,
        _ transaction: any RecordReading
    ) throws -> [ZoneKey] {
        if let zone {
            let key = request.key(of: zone)
            _ = try usable(key, in: transaction)
            return [key]
        }
        return try transaction.zones(of: request.database).filter { $0.condition == .live }
            .map { ZoneKey(request.database, $0.name) }
    }

    private func collect(
        _ results: inout SortedResults,
        in key: ZoneKey,
        _ type: RecordType,
        _ permissions: RecordPermissions,
        _ transaction: any RecordReading
    ) throws {
        let predicate = results.query.predicate
        try transaction.candidates(of: type.name, in: key, for: predicate) { record in
            guard
                permissions.allows(.read, ofType: record.type, creator: record.creator),
                PredicateEvaluation(record, in: key.id, of: type, unit: limits.distanceUnit)
                    .holds(predicate.condition) == true
            else { return }
            results.add(record, in: key.id)
        }
    }
}

extension RecordSort {
    /// Refuses a field that the type lacks or cannot be sorted by.
    fileprivate func check(_ type: RecordType) throws(ProtectionError) {
        let system = SystemField(inPredicate: field)
        let known = type[system?.rawValue ?? field]
        guard let fieldType = system?.type ?? known?.type else {
            throw ProtectionError(
                .invalidArgument,
                "the type '\(type.name)' has no field '\(field)'"
            )
        }
        guard !fieldType.isEncrypted else {
            throw ProtectionError(
                .malformedPredicate,
                "results cannot be sorted by '\(field)', which is encrypted"
            )
        }
        guard known?.indexes.contains(.sortable) == true else {
            throw ProtectionError(
                .invalidArgument,
                "the field '\(field)' of '\(type.name)' is not SORTABLE"
            )
        }
    }
}

extension RecordQuery {
    /// The type of the records, which can be searched and sorted so.
    func type(in schema: RecordSchema) throws(ProtectionError) -> RecordType {
        guard type != RecordSchema.userType else {
            throw ProtectionError(.invalidArgument, "records of users cannot be searched")
        }
        guard let known = schema[type] else {
            throw ProtectionError(.notFound, "the schema has no type '\(type)'")
        }
        try predicate.condition.check(known)
        for sort in sort { try sort.check(known) }
        return known
    }

    /// What a cursor of this query belongs to.
    fileprivate func subject(in zone: RecordZoneID?, _ request: RecordRequest) -> [UInt8] {
        var writer = request.subject("query", zone)
        writer.append(zone == nil ? 0 : 1)
        writer.append(type)
        writer.append(predicate.text)
        for value in predicate.arguments { RecordBody.write(value, to: &writer) }
        for sort in sort {
            writer.append(sort.field)
            writer.append(sort.isAscending ? 1 : 0)
        }
        return writer.bytes
    }
}
