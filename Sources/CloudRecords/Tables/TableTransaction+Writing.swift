package import ProtectionModel

extension TableTransaction: RecordWriting {
    package func put(schema: String) throws {
        try connection.run(.changeDefinition, [.text(schema), .integer(try addedID())])
    }

    // MARK: Zones

    package func put(_ zone: ZoneState, of database: DatabaseKey) throws {
        let id = try addedZoneID(ZoneKey(database, zone.name))
        try connection.run(
            .changeZone,
            [
                .text(zone.name), .integer(Int64(bitPattern: zone.incarnation)),
                .integer(zone.serial), .integer(zone.forgottenSerial), .integer(zone.byteCount),
                .text(zone.condition.rawValue), .text(zone.earlierLoss.rawValue), .integer(id),
            ]
        )
    }

    package func drop(_ key: ZoneKey) throws {
        if let id = try zoneID(key) { try drop(zone: id) }
    }

    package func drop(_ database: DatabaseKey) throws {
        guard let container = try id() else { return }
        try connection.willDrop(database)
        for zone in try findZones(of: database) { try drop(zone: zone.id) }
        for statement in [
            TableStatement.dropDatabaseRequests, .dropDatabaseSubscriptions, .dropDatabasePushes,
        ] {
            try connection.run(statement, values(of: database, container))
        }
    }

    // MARK: Records

    package func put(_ record: StoredRecord, in key: ZoneKey) throws {
        let zone = try addedZoneID(key)
        let old = try findRecord(record.name, in: zone)
        // A zone's serial is given to one record, so that its first one names it.
        let row = Row(number: old?.number ?? record.serial, record: record)
        if old == nil {
            try connection.run(
                .addRecord,
                [.integer(zone), .integer(row.number), .key(record.name)] + record.tableValues
            )
        } else {
            try connection.run(
                .changeRecord,
                record.tableValues + [.integer(zone), .integer(row.number)]
            )
        }
        try index(row, instead: old, in: zone, key.id)
        remember(row, in: zone)
    }

    package func drop(_ name: String, in key: ZoneKey) throws {
        guard let zone = try zoneID(key), let old = try findRecord(name, in: zone) else { return }
        try index(nil, instead: old, in: zone, key.id)
        try connection.run(.dropRecord, [.integer(zone), .integer(old.number)])
        forget(old.record.name, in: zone)
        forget(name, in: zone)
    }

    /// Changes what a record is found by.
    private func index(
        _ new: Row?,
        instead old: Row?,
        in zone: Int64,
        _ id: RecordZoneID
    ) throws {
        let oldPlaces = old.map { $0.record.places(in: id) } ?? []
        let newPlaces = new.map { $0.record.places(in: id) } ?? []
        if let old {
            for place in oldPlaces.subtracting(newPlaces) {
                try connection.run(
                    place.isLink ? .dropLink : .dropEntry,
                    [.integer(zone)] + place.values + [.integer(old.number)]
                )
            }
        }
        if let new {
            for place in newPlaces.subtracting(oldPlaces) {
                try connection.run(
                    place.isLink ? .addLink : .addEntry,
                    [.integer(zone)] + place.values + [.integer(new.number)]
                )
            }
        }
    }

    package func dropRemovals(in key: ZoneKey, before time: Timestamp) throws -> Int64? {
        guard let zone = try zoneID(key) else { return nil }
        let values: [TableValue] = [
            .integer(zone), .integer(time.seconds), .integer(time.nanoseconds),
        ]
        guard let row = try connection.rows(.findLastRemoval, values).first, !row.isNull(0) else {
            return nil
        }
        try connection.run(.dropRemovals, values)
        forgetRecords(of: zone)
        return try row.integer(0)
    }

    // MARK: Users and requests

    package func put(_ user: StoredUser) throws {
        let container = TableValue.integer(try addedID())
        let id = TableValue.key(user.id)
        try connection.run(
            .putUser,
            [container, id, .key(user.account), .bytes(user.tableBytes)]
        )
        try connection.run(.dropAddresses, [container, id])
        for address in user.addresses {
            try connection.run(.addAddress, [container, .key(address), id])
        }
    }

    package func drop(user id: String) throws {
        guard let container = try self.id() else { return }
        for statement in [TableStatement.dropAddresses, .dropUser] {
            try connection.run(statement, [.integer(container), .key(id)])
        }
    }

    package func put(
        _ request: StoredRequest,
        token: [UInt8],
        of database: DatabaseKey
    ) throws {
        try connection.run(
            .putRequest,
            values(of: database, addedID()) + [
                .bytes(token), .bytes(request.digest), .integer(request.time.seconds),
                .integer(request.time.nanoseconds), .bytes(request.isDone.map { $0 ? 1 : 0 }),
            ]
        )
    }

    package func dropRequests(before time: Timestamp) throws {
        guard let container = try id() else { return }
        try connection.run(
            .dropRequests,
            [.integer(container), .integer(time.seconds), .integer(time.nanoseconds)]
        )
    }
}

/// A row of `entries` or `links` that a record has, without its zone and number.
private struct IndexPlace: Hashable {
    let isLink: Bool
    let values: [TableValue]
}

extension StoredRecord {
    fileprivate func places(in zone: RecordZoneID) -> Set<IndexPlace> {
        let type = TableValue.key(type)
        var places: Set<IndexPlace> = []
        for key in IndexKey.all(of: self, in: zone) {
            places.insert(
                IndexPlace(isLink: false, values: [type, .text(key.field), .bytes(key.bytes)])
            )
        }
        let links: [(RecordLink, [String])] = [
            (.reference, targets(.none)), (.deleteSelf, targets(.deleteSelf)),
            (.parent, parent.map { [$0] } ?? []),
        ]
        for (link, targets) in links {
            for target in targets {
                places.insert(
                    IndexPlace(
                        isLink: true,
                        values: [.key(target), .integer(Int64(link.rawValue))]
                    )
                )
            }
        }
        return places
    }

    /// The columns of `records` from `name` on.
    fileprivate var tableValues: [TableValue] {
        [
            .text(name), .text(type), .integer(serial), .text(tag),
            .integer(created.seconds), .integer(created.nanoseconds), .text(creator),
            .integer(modified.seconds), .integer(modified.nanoseconds), .text(modifier),
            .bytes(RecordBody.encode(fields, parent: parent)), .integer(isRemoved ? 1 : 0),
            .integer(byteCount),
        ]
    }
}
