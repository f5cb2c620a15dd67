import ProtectionModel

extension TableTransaction: RecordReading {
    /// So many records are read at once; each may have a megabyte.
    private static let pageCount = 100

    package func schema() throws -> String? { try findSchema() }

    package func zone(_ key: ZoneKey) throws -> ZoneState? { try findZone(key) }

    package func zones(of database: DatabaseKey) throws -> [ZoneState] {
        try connection.willRead(zonesOf: database)
        return try findZones(of: database).compactMap(\.state).sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
    }

    package func record(_ name: String, in key: ZoneKey) throws -> StoredRecord? {
        guard let zone = try zoneID(key) else { return nil }
        return try findRecord(name, in: zone)?.record
    }

    package func changes(
        in key: ZoneKey,
        after serial: Int64,
        limit: Int
    ) throws -> [StoredRecord] {
        guard let zone = try zoneID(key) else { return [] }
        return try connection.rows(
            .findChanges,
            [.integer(zone), .integer(serial), .integer(Int64(limit))]
        ).map {
            let row = try $0.record()
            remember(row, in: zone)
            return row.record
        }
    }

    package func referrers(
        to name: String,
        in key: ZoneKey,
        by link: RecordLink
    ) throws -> [String] {
        guard let zone = try zoneID(key) else { return [] }
        return try connection.rows(
            .findReferrers,
            [.integer(zone), .key(name), .integer(Int64(link.rawValue))]
        ).map { try $0.text(0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    package func candidates(
        of type: String,
        in key: ZoneKey,
        for predicate: RecordPredicate,
        _ body: (StoredRecord) throws -> Void
    ) throws {
        guard let zone = try zoneID(key) else { return }
        let ranges = IndexRange.narrowest(for: predicate.condition)
        let areOneKey = ranges.count == 1 && ranges.allSatisfy(\.isOneKey)
        var seen: Set<Int64> = []
        for range in ranges {
            try forEach(of: type, in: zone, range) { row in
                if areOneKey || seen.insert(row.number).inserted { try body(row.record) }
            }
        }
    }

    /// Shows the records of a stretch of the index, a page at a time.
    private func forEach(
        of type: String,
        in zone: Int64,
        _ range: IndexRange,
        _ body: (Row) throws -> Void
    ) throws {
        var place: [TableValue] = [.bytes(range.low), .integer(.min)]
        while true {
            let rows = try connection.rows(
                .findCandidates,
                [.integer(zone), .key(type), .text(range.field)] + place
                    + [.bytes(range.high), .integer(Int64(Self.pageCount))]
            )
            for row in rows { try body(try row.record()) }
            guard rows.count == Self.pageCount, let last = rows.last else { return }
            place = [.bytes(try last.bytes(14)), .integer(try last.integer(0))]
        }
    }

    package func users() throws -> [StoredUser] {
        guard let container = try id() else { return [] }
        return try connection.rows(.findUsers, [.integer(container)]).map { try $0.user() }
            .sorted { $0.id < $1.id }
    }

    package func user(_ word: UserWord) throws -> StoredUser? {
        guard let container = try id() else { return nil }
        let (statement, text): (TableStatement, String) =
            switch word {
            case .id(let id): (.findUser, id)
            case .account(let account): (.findAccount, account)
            case .address(let address): (.findAddress, address)
            }
        return try connection.rows(statement, [.integer(container), .key(text)]).first?.user()
    }

    package func request(
        _ token: [UInt8],
        of database: DatabaseKey
    ) throws -> StoredRequest? {
        guard let container = try id(),
            let row = try connection.rows(
                .findRequest,
                values(of: database, container) + [.bytes(token)]
            ).first
        else { return nil }
        return StoredRequest(
            digest: try row.bytes(0),
            time: try row.time(1),
            isDone: try row.bytes(3).map { $0 != 0 }
        )
    }
}

extension TableRow {
    fileprivate func user() throws -> StoredUser {
        guard let user = StoredUser(tableBytes: try bytes(0)) else {
            throw ProtectionError.damagedTables("a user is none")
        }
        return user
    }
}

extension StoredUser {
    /// What a table has of a user.
    var tableBytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(id)
        writer.append(account)
        writer.append(name == nil ? 0 : 1)
        writer.append(name?.first ?? "")
        writer.append(name?.last ?? "")
        for list in [addresses, roles] {
            writer.append(number: UInt32(clamping: list.count))
            for text in list { writer.append(text) }
        }
        return writer.bytes
    }

    fileprivate init?(tableBytes bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let id = reader.text(), let account = reader.text(), let isNamed = reader.byte(),
            let first = reader.text(), let last = reader.text(),
            let addresses = reader.texts(), let roles = reader.texts(), reader.remaining == 0
        else { return nil }
        self.init(id: id, account: account)
        name = isNamed == 0 ? nil : PersonName(first: first, last: last)
        self.addresses = addresses
        self.roles = roles
    }
}

extension ByteReader {
    fileprivate mutating func texts() -> [String]? {
        guard let count = number(UInt32.self), Int(count) <= remaining / 4 else { return nil }
        var texts: [String] = []
        for _ in 0..<count {
            guard let text = text() else { return nil }
            texts.append(text)
        }
        return texts
    }
}
