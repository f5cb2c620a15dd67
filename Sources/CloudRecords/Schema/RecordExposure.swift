/// What is seen of records by who runs the service, and whoever gets at it: per type and field.
///
/// Of every record that is its type, name, zone and change tag, who saved it and when, its size and
/// what it refers to, in all databases.
package struct RecordExposure: Sendable, Hashable {
    /// How values of a field are kept.
    package enum Sight: String, Sendable, Hashable, CaseIterable {
        /// The service reads them.
        case plain
        /// They are sealed on the device; the service has their number, and their size with the
        /// record's.
        case sealed
        /// The database takes none.
        case refused
    }

    /// A field of a type.
    package struct Field: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// The type of its values.
        package let type: RecordFieldType
        /// How they are kept in the user's own database, and in those that others share.
        package let inPrivate: Sight
        /// How they are kept in the public database.
        package let inPublic: Sight
        /// Whether queries may ask for them, so that an index has them, too.
        package let isIndexed: Bool
        /// Whether a subscription copies them into its pushes, in clear.
        package var isInPushes = false
    }

    /// A type of records.
    package struct RecordTypeExposure: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// Its fields, in their order, without those of the system.
        package var fields: [Field]
        /// The roles whose users may read its records in the public database, in their order.
        package let publicReaders: [String]
    }

    /// The types, in their order.
    package var types: [RecordTypeExposure]

    /// What a schema leaves open.
    package init(_ schema: RecordSchema) {
        types = schema.types.map { RecordTypeExposure($0) }
    }
}

extension RecordExposure.RecordTypeExposure {
    fileprivate init(_ type: RecordType) {
        var readers: [String] = []
        for grant in type.grants where grant.permissions.contains(.read) {
            if !readers.contains(grant.role) { readers.append(grant.role) }
        }
        // Apple: a type without grants cannot be used in the public database.
        let isPublic = !type.grants.isEmpty
        self.init(
            name: type.name,
            fields: type.fields.filter { SystemField(rawValue: $0.name) == nil }.map { field in
                RecordExposure.Field(
                    name: field.name,
                    type: field.type,
                    inPrivate: field.type.isSealedInPrivate ? .sealed : .plain,
                    inPublic: isPublic && !field.type.isEncrypted ? .plain : .refused,
                    isIndexed: !field.indexes.isEmpty
                )
            },
            publicReaders: readers
        )
    }
}

extension RecordFieldType {
    /// Whether the device seals its values for private and shared databases: what is declared as
    /// encrypted, and every asset.
    package var isSealedInPrivate: Bool { isEncrypted || base == .asset }
}
