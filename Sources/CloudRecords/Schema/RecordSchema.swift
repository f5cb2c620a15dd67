/// What a container's records are: types, fields, and who may do what in the public database.
///
/// Its text is that of Apple's CloudKit Schema Language, in files with the suffix `ckdb`.
package struct RecordSchema: Sendable, Hashable {
    /// Roles that the container's own users may have, in their order.
    package var roles: [String] = []
    /// The types of records, in their order.
    package var types: [RecordType] = []

    /// A schema without types.
    package init() {}

    /// A type by its name.
    package subscript(type: String) -> RecordType? {
        types.first { $0.name == type }
    }

    /// The type of records for users: they cannot be queried.
    package static let userType = "Users"

    /// The type of the records that say who shares a zone or record; Apple's tools export it, and
    /// its fields as `cloudkit.title`.
    package static let shareType = "cloudkit.share"
}

/// A type of records.
package struct RecordType: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// Its fields, in their order; system fields only where something is said about them.
    package var fields: [RecordField] = []
    /// Who may do what, in the order of the text.
    package var grants: [RecordGrant] = []

    /// A type without fields.
    package init(_ name: String) { self.name = name }

    /// A field by its name.
    package subscript(field: String) -> RecordField? {
        fields.first { $0.name == field }
    }
}

/// A field of a type.
package struct RecordField: Sendable, Hashable {
    /// What queries may do with it.
    package enum Index: String, Sendable, Hashable, CaseIterable {
        /// Predicates may name it.
        case queryable = "QUERYABLE"
        /// Its words may be searched for.
        case searchable = "SEARCHABLE"
        /// Results may be sorted by it.
        case sortable = "SORTABLE"
    }

    /// Its name.
    package let name: String
    /// The type of its values.
    package let type: RecordFieldType
    /// What queries may do with it.
    package var indexes: Set<Index> = []

    /// Describes a field.
    package init(_ name: String, _ type: RecordFieldType, _ indexes: Set<Index> = []) {
        self.name = name
        self.type = type
        self.indexes = indexes
    }
}

/// Fields that every record has, by their names in a schema.
package enum SystemField: String, Sendable, Hashable, CaseIterable {
    case recordID = "___recordID"
    case created = "___createTime"
    case creator = "___createdBy"
    case modified = "___modTime"
    case modifier = "___modifiedBy"
    case changeTag = "___etag"

    /// The type of its values.
    package var type: RecordFieldType {
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
package struct RecordGrant: Sendable, Hashable {
    /// What they may do.
    package enum Permission: String, Sendable, Hashable, CaseIterable {
        /// Fetch and find records.
        case read = "READ"
        /// Save new ones.
        case create = "CREATE"
        /// Change and remove them.
        case write = "WRITE"
    }

    /// Everybody, also who is not signed in.
    package static let world = "_world"
    /// Everybody who is signed in.
    package static let signedIn = "_icloud"
    /// Who saved the record first.
    package static let creator = "_creator"
    /// The roles that every container has.
    package static let systemRoles: Set<String> = [world, signedIn, creator]

    /// What is allowed.
    package let permissions: Set<Permission>
    /// Who may do it: the name of a role.
    package let role: String

    /// Allows something.
    package init(_ permissions: Set<Permission>, to role: String) {
        self.permissions = permissions
        self.role = role
    }

    /// What Apple grants for a type that was learned from a save.
    package static let standard = [
        RecordGrant([.write], to: creator), RecordGrant([.create], to: signedIn),
        RecordGrant([.read], to: world),
    ]
}
