/// What the operator of a cloud reads of a container's records: facts, which others put into words.
///
/// Whatever a schema says, ``Metadata`` of every record is readable.
package struct RecordExposure: Sendable, Hashable {
    /// How the operator has the values of a field.
    package enum Visibility: String, Sendable, Hashable, CaseIterable {
        /// In clear.
        case plain
        /// Encrypted on the device: type and length show.
        case encrypted
        /// Bytes beside the record, encrypted on the device: the length shows.
        case sealedAsset = "sealed-asset"
        /// Bytes beside the record, in clear.
        case plainAsset = "plain-asset"
        /// Not at all: the database takes no such values.
        case refused
    }

    /// What shows of every record, whatever the schema says.
    package enum Metadata: String, Sendable, Hashable, CaseIterable {
        case type
        case name
        case zone
        case changeTag = "change-tag"
        case times
        case users
        case sizes
        case parent
    }

    /// A field of a type.
    package struct Field: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// The type of its values.
        package let type: RecordFieldType
        /// How it is in private and shared databases.
        package let inPrivate: Visibility
        /// How it is in the public database.
        package let inPublic: Visibility
        /// Whether a subscription copies its values into pushes, which are not encrypted.
        package let isInPushes: Bool
    }

    /// A type of records.
    package struct RecordType: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// Its fields, in the schema's order; those that every record has are ``Metadata``.
        package let fields: [Field]
    }

    /// The types, in the schema's order.
    package let types: [RecordType]

    /// What a schema exposes.
    ///
    /// - Parameters:
    ///   - schema: the container's schema.
    ///   - pushed: the names of the fields that subscriptions copy into pushes, by type.
    package init(of schema: RecordSchema, pushed: [String: Set<String>] = [:]) {
        types = schema.types.map { type in
            let isUser = type.name == RecordSchema.userType
            return RecordType(
                name: type.name,
                fields: type.fields.filter { SystemField(rawValue: $0.name) == nil }.map { field in
                    Field(
                        name: field.name,
                        type: field.type,
                        // Records of users are in the public database alone.
                        inPrivate: isUser ? .refused : field.type.visibilityInPrivate,
                        inPublic: field.type.visibilityInPublic,
                        isInPushes: pushed[type.name]?.contains(field.name) ?? false
                    )
                }
            )
        }
    }
}

extension RecordFieldType {
    fileprivate var visibilityInPrivate: RecordExposure.Visibility {
        if isEncrypted { return .encrypted }
        return base == .asset ? .sealedAsset : .plain
    }

    fileprivate var visibilityInPublic: RecordExposure.Visibility {
        if isEncrypted { return .refused }
        return base == .asset ? .plainAsset : .plain
    }
}
