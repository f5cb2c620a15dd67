import AuditFacts
import CloudRecords
import Documents
import ProtectionModel

/// Reads schemas of containers of CloudKit.
enum SchemaFileReader {
    /// The schema `bytes` at `path`, sound or not.
    static func read(_ path: String, _ bytes: [UInt8]) -> SchemaFile {
        do {
            let document = try SchemaDocument(bytes)
            let lines = LineTable(bytes)
            return SchemaFile(
                path: path,
                types: document.schema.types.map { document.type($0) },
                suppressions: SuppressionScan.offsets(in: bytes).map {
                    SuppressionScan.comment(at: $0, in: bytes, lines: lines)
                }
            )
        } catch {
            let fault = error.cause as? DocumentFault
            let flaw = fault.map { SourceFlaw($0) } ?? SourceFlaw(error.message, at: .start)
            return SchemaFile(path: path, types: [], flaw: flaw)
        }
    }
}

extension SchemaDocument {
    fileprivate func type(_ type: RecordType) -> SchemaFile.RecordType {
        SchemaFile.RecordType(
            name: type.name,
            place: place(types[type.name]),
            fields: type.fields.filter { SystemField(rawValue: $0.name) == nil }.map { field in
                SchemaFile.Field(
                    name: field.name,
                    place: place(fields[type.name]?[field.name]),
                    content: field.type.base.content,
                    isEncrypted: field.type.isEncrypted,
                    isIndexed: !field.indexes.isEmpty
                )
            },
            grants: zip(type.grants, grants[type.name] ?? []).map { grant, place in
                SchemaFile.Grant(
                    role: grant.role,
                    place: SourcePlace(place),
                    reads: grant.permissions.contains(.read),
                    writes: grant.permissions.contains(.write)
                )
            }
        )
    }

    private func place(_ place: DocumentPlace?) -> SourcePlace {
        place.map { SourcePlace($0) } ?? .start
    }
}

extension RecordFieldType.Base {
    fileprivate var content: SchemaFile.Field.Content {
        switch self {
        case .string: .text
        case .int64, .number, .numberAsInt64: .integer
        case .double, .numberAsDouble: .fraction
        case .timestamp: .date
        case .location: .location
        case .bytes: .bytes
        case .asset, .reference: .pointer
        }
    }
}
