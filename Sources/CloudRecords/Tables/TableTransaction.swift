import ProtectionModel

/// A transaction over tables: how an engine over a relational database reads and writes.
package final class TableTransaction {
    /// A record as the tables have it.
    struct Row {
        let number: Int64
        let record: StoredRecord
    }

    /// So many records are remembered at most.
    private static let rememberedCount = 1_000

    let connection: any TableConnection
    private let container: ContainerKey
    private var containerID: Int64?
    private var zoneIDs: [ZoneKey: Int64] = [:]
    /// What was read or written last, for who writes a record has read it.
    private var remembered: [Int64: [String: Row]] = [:]
    private var rememberedCount = 0

    /// A transaction on a container, which `connection` has begun.
    package init(_ connection: any TableConnection, _ container: ContainerKey) {
        self.connection = connection
        self.container = container
    }

    // MARK: Containers and zones

    private func findContainer() throws -> TableRow? {
        let row = try connection.rows(
            .findContainer,
            [.text(container.identifier), .text(container.environment.rawValue)]
        ).first
        containerID = try row?.integer(0)
        return row
    }

    /// The schema's text.
    func findSchema() throws -> String? {
        try findContainer().flatMap { $0.isNull(1) ? nil : try $0.text(1) }
    }

    /// The number of the container; nil for one that nothing was written to.
    func id() throws -> Int64? {
        if let containerID { return containerID }
        return try findContainer()?.integer(0)
    }

    /// The number of the container, which is added when it is not there.
    func addedID() throws -> Int64 {
        if let id = try id() { return id }
        try connection.run(
            .addContainer,
            [.text(container.identifier), .text(container.environment.rawValue)]
        )
        guard let id = try id() else { throw ProtectionError.damagedTables("no container") }
        return id
    }

    func values(of key: DatabaseKey, _ container: Int64) -> [TableValue] {
        [.integer(container), .text(key.scope.rawValue), .key(key.owner)]
    }

    /// What is kept of a zone, and remembers its number.
    func findZone(_ key: ZoneKey) throws -> ZoneState? {
        guard let container = try id(),
            let row = try connection.rows(
                .findZone,
                values(of: key.database, container) + [.key(key.name)]
            ).first
        else { return nil }
        zoneIDs[key] = try row.integer(0)
        return try row.zone()
    }

    func zoneID(_ key: ZoneKey) throws -> Int64? {
        if let id = zoneIDs[key] { return id }
        _ = try findZone(key)
        return zoneIDs[key]
    }

    func addedZoneID(_ key: ZoneKey) throws -> Int64 {
        if let id = try zoneID(key) { return id }
        let row = try connection.rows(
            .addZone,
            values(of: key.database, addedID()) + [.key(key.name), .text(key.name)]
        ).first
        guard let id = try row?.integer(0) else { throw ProtectionError.damagedTables("no zone") }
        zoneIDs[key] = id
        return id
    }

    func drop(zone id: Int64) throws {
        for statement in [
            TableStatement.dropZoneEntries, .dropZoneLinks, .dropZoneRecords, .dropZone,
        ] {
            try connection.run(statement, [.integer(id)])
        }
        zoneIDs = zoneIDs.filter { $0.value != id }
        remembered[id] = nil
    }

    // MARK: Records

    func findRecord(_ name: String, in zone: Int64) throws -> Row? {
        if let row = remembered[zone]?[name] { return row }
        let row = try connection.rows(.findRecord, [.integer(zone), .key(name)]).first?.record()
        if let row { remember(row, in: zone) }
        return row
    }

    func remember(_ row: Row, in zone: Int64) {
        rememberedCount += 1
        if rememberedCount > Self.rememberedCount {
            remembered = [:]
            rememberedCount = 1
        }
        remembered[zone, default: [:]][row.record.name] = row
    }

    func forget(_ name: String, in zone: Int64) { remembered[zone]?[name] = nil }

    func forgetRecords(of zone: Int64) { remembered[zone] = nil }
}

extension TableRow {
    fileprivate func zone() throws -> ZoneState? {
        if isNull(6) { return nil }
        guard let condition = ZoneState.Condition(rawValue: try text(6)) else {
            throw ProtectionError.damagedTables("a zone's condition is none")
        }
        var zone = ZoneState(
            name: try text(1),
            incarnation: UInt64(bitPattern: try integer(2))
        )
        zone.serial = try integer(3)
        zone.forgottenSerial = try integer(4)
        zone.byteCount = try integer(5)
        zone.condition = condition
        guard let loss = isNull(7) ? .live : ZoneState.Condition(rawValue: try text(7)) else {
            throw ProtectionError.damagedTables("a zone's condition is none")
        }
        zone.earlierLoss = loss
        return zone
    }

    func record() throws -> TableTransaction.Row {
        guard let body = RecordBody.decode(try bytes(11)) else {
            throw ProtectionError.damagedTables("a record is none")
        }
        return TableTransaction.Row(
            number: try integer(0),
            record: StoredRecord(
                name: try text(1),
                type: try text(2),
                serial: try integer(3),
                tag: try text(4),
                created: (try time(5), try text(7)),
                modified: (try time(8), try text(10)),
                parent: body.parent,
                fields: body.fields,
                isRemoved: try integer(12) != 0,
                byteCount: try integer(13)
            )
        )
    }
}

extension TableTransaction {
    /// The zones of a database with their numbers, also those that only have records.
    func findZones(of database: DatabaseKey) throws -> [(id: Int64, state: ZoneState?)] {
        guard let container = try id() else { return [] }
        return try connection.rows(.findZones, values(of: database, container)).map {
            (try $0.integer(0), try $0.zone())
        }
    }
}
