/// A `.ckdb` file: the schema of a container of CloudKit.
package struct SchemaFile: Sendable, Hashable {
    /// A type of records.
    package struct RecordType: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// Where that stands.
        package let place: SourcePlace
        /// Its fields but for the system's, in the order of the text.
        package let fields: [Field]
        /// Who may do what in the public database, in the order of the text.
        package let grants: [Grant]

        /// A type with all its parts.
        package init(name: String, place: SourcePlace, fields: [Field], grants: [Grant]) {
            self.name = name
            self.place = place
            self.fields = fields
            self.grants = grants
        }
    }

    /// A field of a type.
    package struct Field: Sendable, Hashable {
        /// What a field has values of, or lists of.
        package enum Content: Sendable, Hashable {
            case text, integer, fraction, date, location, bytes
            /// Assets, which are encrypted in private databases, and references.
            case pointer
        }

        /// Its name.
        package let name: String
        /// Where that stands.
        package let place: SourcePlace
        /// What it has values of.
        package let content: Content
        /// Whether they are encrypted on the device.
        package let isEncrypted: Bool
        /// Whether queries may ask for them, which those that are encrypted do not allow.
        package let isIndexed: Bool

        /// A field with all its parts.
        package init(
            name: String,
            place: SourcePlace,
            content: Content,
            isEncrypted: Bool = false,
            isIndexed: Bool = false
        ) {
            self.name = name
            self.place = place
            self.content = content
            self.isEncrypted = isEncrypted
            self.isIndexed = isIndexed
        }
    }

    /// What a role may do with the records of a type.
    package struct Grant: Sendable, Hashable {
        /// The role: `_world`, `_icloud`, `_creator`, or one of the schema's own.
        package let role: String
        /// Where the grant begins.
        package let place: SourcePlace
        /// Whether the role may read records.
        package let reads: Bool
        /// Whether it may change and remove them.
        package let writes: Bool

        /// A grant with all its parts.
        package init(role: String, place: SourcePlace, reads: Bool, writes: Bool) {
            self.role = role
            self.place = place
            self.reads = reads
            self.writes = writes
        }
    }

    /// Its path relative to the audited root.
    package let path: String
    /// Its types, in the order of the text.
    package let types: [RecordType]
    /// Comments that suppress findings.
    package let suppressions: [SuppressionComment]
    /// Why it could not be read, and where.
    package let flaw: SourceFlaw?

    /// A schema with its types.
    package init(
        path: String,
        types: [RecordType],
        suppressions: [SuppressionComment] = [],
        flaw: SourceFlaw? = nil
    ) {
        self.path = path
        self.types = types
        self.suppressions = suppressions
        self.flaw = flaw
    }
}
