import ArgumentParser
import CloudRecords
import Documents

/// Implements `protectctl records exposure`.
struct RecordsExposureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exposure",
        abstract: "Say what whoever runs the service reads, per type and field.",
        discussion: """
            A field is plain, or encrypted on the device as assets of private databases are, or refused: \
            the public database takes none that is encrypted, and private ones no records of users. \
            'Readers' are the roles that may read a type's records in the public database; without any \
            it is not used there. Whatever a schema says, the service has of each record its type, \
            name, zone, change tag, times, users, sizes and parent.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("A schema; '-' is stdin.", valueName: "file"),
        completion: .file(extensions: ["ckdb"])
    )
    var file: String

    func run() throws {
        let schema = try SchemaInput(file).document.schema
        let exposure = RecordExposure(of: schema)
        guard !global.json else {
            return try global.console.document(Document(exposure, schema))
        }
        let console = global.console
        var table = Table([.left, .left, .left, .left, .left])
        table.add(["field", "type", "private, shared", "public", "readers"])
        for type in exposure.types {
            let readers = schema.readers(of: type.name).joined(separator: ", ")
            for field in type.fields {
                table.add(
                    [
                        "\(type.name).\(field.name)", field.type.description,
                        field.inPrivate.rawValue, field.inPublic.rawValue,
                        field.inPublic == .refused || readers.isEmpty ? "-" : readers,
                    ]
                    .map { console.shown($0) }
                )
            }
        }
        for (row, line) in table.lines().enumerated() {
            try console.data(row == 0 ? console.paint(line, .bold) : line)
        }
    }

    private struct Document: Encodable {
        struct Field: Encodable {
            let name: String
            let type: String
            let `private`: String
            let `public`: String
            let inPushes: Bool
        }

        struct RecordType: Encodable {
            let name: String
            let publicReaders: [String]
            let fields: [Field]
        }

        let version = 1
        let always = RecordExposure.Metadata.allCases.map(\.rawValue)
        let types: [RecordType]

        init(_ exposure: RecordExposure, _ schema: RecordSchema) {
            types = exposure.types.map { type in
                RecordType(
                    name: type.name,
                    publicReaders: schema.readers(of: type.name),
                    fields: type.fields.map {
                        Field(
                            name: $0.name,
                            type: $0.type.description,
                            private: $0.inPrivate.rawValue,
                            public: $0.inPublic.rawValue,
                            inPushes: $0.isInPushes
                        )
                    }
                )
            }
        }
    }
}

extension RecordSchema {
    /// The roles that may read a type's records in the public database, each once, in their order.
    fileprivate func readers(of type: String) -> [String] {
        var readers: [String] = []
        for grant in self[type]?.grants ?? [] where grant.permissions.contains(.read) {
            if !readers.contains(grant.role) { readers.append(grant.role) }
        }
        return readers
    }
}
