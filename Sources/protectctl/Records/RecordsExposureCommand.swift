import ArgumentParser
import CloudRecords
import Documents

/// Implements `protectctl records exposure`.
struct RecordsExposureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exposure",
        abstract: "Say what whoever runs the service reads, per type and field.",
        discussion: """
            Fields are plain, sealed on the device, or refused: the public database takes none that is \
            encrypted, and no types without grants. 'Readers' are the roles that may read a type's \
            records there. Whatever a schema says, the service has of each record its type, name, \
            zone, times, size and references.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("A schema; '-' is stdin.", valueName: "file.ckdb"),
        completion: .file(extensions: ["ckdb"])
    )
    var file: String

    func run() throws {
        let exposure = RecordExposure(try SchemaInput(file).document.schema)
        guard !global.json else {
            return try global.console.document(Document(exposure))
        }
        let console = global.console
        var table = Table([.left, .left, .left, .left, .left, .left])
        table.add(["field", "type", "index", "private, shared", "public", "readers"])
        for type in exposure.types {
            let readers = type.publicReaders.joined(separator: ", ")
            for field in type.fields {
                table.add(
                    [
                        "\(type.name).\(field.name)", field.type.description,
                        field.isIndexed ? "yes" : "no", field.inPrivate.rawValue,
                        field.inPublic.rawValue, field.inPublic == .refused ? "-" : readers,
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
            let indexed: Bool
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
        let types: [RecordType]

        init(_ exposure: RecordExposure) {
            types = exposure.types.map { type in
                RecordType(
                    name: type.name,
                    publicReaders: type.publicReaders,
                    fields: type.fields.map {
                        Field(
                            name: $0.name,
                            type: $0.type.description,
                            indexed: $0.isIndexed,
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
