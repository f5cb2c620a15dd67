/// The zone that keys and sealed values belong to.
package struct SealedZone: Sendable, Hashable {
    /// The container and its environment.
    package let container: ContainerKey
    /// The database, with its owner.
    package let database: DatabaseKey
    /// The name of the zone.
    package let zone: RecordZoneID

    /// Names a zone.
    package init(_ container: ContainerKey, _ database: DatabaseKey, _ zone: RecordZoneID) {
        self.container = container
        self.database = database
        self.zone = zone
    }

    /// The beginning of what is authenticated with anything in the zone.
    ///
    ///     label, container, environment, scope, owner, zone: each behind its length of four bytes
    ///
    /// The service's incarnation is not in it, for a restored backup has another one and the same
    /// values: a zone that is made anew has other keys, and that is enough.
    func binding(_ label: String) -> ByteWriter {
        var writer = ByteWriter()
        writer.append("protection-toolkit \(label) 1")
        writer.append(container.identifier)
        writer.append(container.environment.rawValue)
        writer.append(database.scope.rawValue)
        writer.append(database.owner)
        writer.append(zone.name)
        return writer
    }
}

/// The record that keys and sealed values belong to.
struct SealedRecord: Sendable, Hashable {
    let zone: SealedZone
    let name: String
    let type: String

    /// What is authenticated with a key of the record: the zone's, then name and type.
    func binding(_ label: String) -> ByteWriter {
        var writer = zone.binding(label)
        writer.append(name)
        writer.append(type)
        return writer
    }
}
