/// The name of a zone within a database.
public struct RecordZoneID: Sendable, Hashable, CustomStringConvertible {
    /// The zone that every database has: its saves are not atomic, and it cannot be removed.
    public static let standard = RecordZoneID("_defaultZone")

    /// The name, as it was given.
    public let name: String

    /// Names a zone, whether or not it is there.
    public init(_ name: String) { self.name = name }

    /// The name.
    public var description: String { name }

    /// Whether the batches in it are done as a whole or not at all.
    public var isAtomic: Bool { self != .standard }
}

/// The name of a record within a database.
public struct RecordID: Sendable, Hashable, CustomStringConvertible {
    /// The name, unique within its zone.
    public let name: String
    /// The zone that it lies in.
    public let zone: RecordZoneID

    /// Names a record, whether or not it is there.
    public init(_ name: String, in zone: RecordZoneID = .standard) {
        self.name = name
        self.zone = zone
    }

    /// `zone/name`, or the name alone in the standard zone.
    public var description: String { zone == .standard ? name : "\(zone)/\(name)" }
}

/// Which of a container's databases.
public enum DatabaseScope: String, Sendable, Hashable, CaseIterable {
    /// What all users of the app see.
    case `public`
    /// What one user alone sees.
    case `private`
    /// What others share with the user.
    case shared
}

/// A zone of a database: what is saved in it together, and synchronized together.
public struct RecordZone: Sendable, Hashable {
    /// Its name.
    public let id: RecordZoneID

    /// Describes a zone.
    public init(_ id: RecordZoneID) { self.id = id }
}
