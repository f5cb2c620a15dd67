/// What a container's records are: types, fields, and who may do what in the public database.
///
/// Its text is that of Apple's CloudKit Schema Language, in files with the suffix `ckdb`.
public struct RecordSchema: Sendable, Hashable {
    /// Roles that the container's own users may have, in their order.
    public var roles: [String] = []
    /// The types of records, in their order.
    public var types: [RecordType] = []

    /// A schema without types.
    public init() {}

    /// A type by its name.
    public subscript(type: String) -> RecordType? {
        types.first { $0.name == type }
    }

    /// The type of records for users: they cannot be queried.
    public static let userType = "Users"

    /// The type of the records that say who shares a zone or record; Apple's tools export it, and
    /// its fields as `cloudkit.title`.
    package static let shareType = "cloudkit.share"
}

/// A type of records.
public struct RecordType: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its fields, in their order; system fields only where something is said about them.
    public var fields: [RecordField] = []
    /// Who may do what, in the order of the text.
    public var grants: [RecordGrant] = []

    /// A type without fields.
    public init(_ name: String) { self.name = name }

    /// A field by its name.
    public subscript(field: String) -> RecordField? {
        fields.first { $0.name == field }
    }
}

/// A field of a type.
public struct RecordField: Sendable, Hashable {
    /// What queries may do with it.
    public enum Index: String, Sendable, Hashable, CaseIterable {
        /// Predicates may name it.
        case queryable = "QUERYABLE"
        /// Its words may be searched for.
        case searchable = "SEARCHABLE"
        /// Results may be sorted by it.
        case sortable = "SORTABLE"
    }

    /// Its name.
    public let name: String
    /// The type of its values.
    public let type: RecordFieldType
    /// What queries may do with it.
    public var indexes: Set<Index> = []

    /// Describes a field.
    public init(_ name: String, _ type: RecordFieldType, _ indexes: Set<Index> = []) {
        self.name = name
        self.type = type
        self.indexes = indexes
    }
}

/// Fields that every record has, by their names in a schema.
public enum SystemField: String, Sendable, Hashable, CaseIterable {
    /// The record itself.
    case recordID = "___recordID"
    /// When it was first saved.
    case created = "___createTime"
    /// Who saved it first.
    case creator = "___createdBy"
    /// When it was last saved.
    case modified = "___modTime"
    /// Who saved it last.
    case modifier = "___modifiedBy"
    /// Its change tag.
    case changeTag = "___etag"

    /// The type of its values.
    public var type: RecordFieldType {
        switch self {
        case .recordID, .creator, .modifier: RecordFieldType(.reference)
        case .created, .modified: RecordFieldType(.timestamp)
        case .changeTag: RecordFieldType(.string)
        }
    }

    /// The field that a predicate names; nil where it names a field of the app's.
    package init?(inPredicate name: String) {
        switch name {
        case "recordID", "recordName", Self.recordID.rawValue: self = .recordID
        case "creationDate", Self.created.rawValue: self = .created
        case "modificationDate", Self.modified.rawValue: self = .modified
        case "creatorUserRecordID", Self.creator.rawValue: self = .creator
        case "lastModifiedUserRecordID", Self.modifier.rawValue: self = .modifier
        case "recordChangeTag", Self.changeTag.rawValue: self = .changeTag
        default: return nil
        }
    }
}

/// What some users may do with the records of a type in the public database.
public struct RecordGrant: Sendable, Hashable {
    /// What they may do.
    public enum Permission: String, Sendable, Hashable, CaseIterable {
        /// Fetch and find records.
        case read = "READ"
        /// Save new ones.
        case create = "CREATE"
        /// Change and remove them.
        case write = "WRITE"
    }

    /// Everybody, also who is not signed in.
    public static let world = "_world"
    /// Everybody who is signed in.
    public static let signedIn = "_icloud"
    /// Who saved the record first.
    public static let creator = "_creator"
    /// The roles that every container has.
    package static let systemRoles: Set<String> = [world, signedIn, creator]

    /// What is allowed.
    public let permissions: Set<Permission>
    /// Who may do it: the name of a role.
    public let role: String

    /// Allows something.
    public init(_ permissions: Set<Permission>, to role: String) {
        self.permissions = permissions
        self.role = role
    }

    /// What Apple grants for a type that was learned from a save.
    public static let standard = [
        RecordGrant([.write], to: creator), RecordGrant([.create], to: signedIn),
        RecordGrant([.read], to: world),
    ]
}
