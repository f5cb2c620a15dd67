import CloudRecords
import Documents
import ProtectionModel

/// A schema from a file of the host, with its places.
struct SchemaInput {
    /// The file as it was named.
    let path: String
    /// What it says.
    let document: SchemaDocument

    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: `SystemError`; `ToolError` with `malformed-schema`, and line and column.
    init(_ path: String) throws {
        self.path = path
        let bytes = try HostInput.bytes(of: path, limit: SchemaDocument.byteLimit)
        do { document = try SchemaDocument(bytes) } catch {
            throw ToolError(error.code, "'\(Self.name(path))':\(error.message)", path: path)
        }
    }

    /// What is wrong in a file, nil for nothing.
    ///
    /// - Throws: `SystemError`.
    static func fault(in path: String) throws -> (schema: RecordSchema?, fault: DocumentFault?) {
        let bytes = try HostInput.bytes(of: path, limit: SchemaDocument.byteLimit)
        do { return (try SchemaDocument(bytes).schema, nil) } catch {
            guard let fault = error.cause as? DocumentFault else { throw error }
            return (nil, fault)
        }
    }

    /// What messages call a file.
    static func name(_ path: String) -> String { path == "-" ? "standard input" : path }
}

/// A change between two schemas, with where it stands in their texts.
struct PlacedChange {
    /// The change.
    let change: SchemaChange
    /// The file that shows it: the one that has what the other lacks, else the second.
    let path: String
    /// Where; nil for what no place shows.
    let place: DocumentPlace?

    /// All changes that lead from one schema to another, in the order of the types.
    static func all(from old: SchemaInput, to new: SchemaInput) -> [PlacedChange] {
        old.document.schema.changes(to: new.document.schema).map { change in
            switch change {
            case .typeRemoved(let type):
                PlacedChange(change: change, path: old.path, place: old.document.types[type])
            case .fieldRemoved(let type, let field):
                PlacedChange(
                    change: change,
                    path: old.path,
                    place: old.document.fields[type]?[field]
                )
            case .typeAdded(let type):
                PlacedChange(change: change, path: new.path, place: new.document.types[type])
            case .fieldAdded(let type, let field), .indexesChanged(let type, let field):
                PlacedChange(
                    change: change,
                    path: new.path,
                    place: new.document.fields[type]?[field.name]
                )
            case .fieldRetyped(let type, let field, _, _):
                PlacedChange(
                    change: change,
                    path: new.path,
                    place: new.document.fields[type]?[field]
                )
            case .grantsChanged(let type):
                PlacedChange(
                    change: change,
                    path: new.path,
                    place: new.document.grants[type]?.first ?? new.document.types[type]
                )
            case .rolesChanged: PlacedChange(change: change, path: new.path, place: nil)
            }
        }
    }

    /// `file:line:column: message`.
    var line: String {
        "\(SchemaInput.name(path)):\(place.map { "\($0): " } ?? " ")\(change)"
    }
}

/// A ``PlacedChange`` as JSON.
struct ChangeDocument: Encodable {
    private let change: String
    private let type: OrNull<String>
    private let field: OrNull<String>
    private let before: OrNull<String>
    private let after: OrNull<String>
    private let message: String
    private let losesData: Bool
    private let path: String
    private let line: OrNull<Int>
    private let column: OrNull<Int>

    init(_ placed: PlacedChange) {
        let parts = Parts(placed.change)
        change = parts.word
        type = OrNull(parts.type)
        field = OrNull(parts.field)
        before = OrNull(parts.before)
        after = OrNull(parts.after)
        message = placed.change.description
        losesData = placed.change.losesData
        path = placed.path
        line = OrNull(placed.place?.line)
        column = OrNull(placed.place?.column)
    }

    private struct Parts {
        let word: String
        var type: String?
        var field: String?
        var before: String?
        var after: String?

        init(_ change: SchemaChange) {
            switch change {
            case .typeAdded(let name): (word, type) = ("type-added", name)
            case .typeRemoved(let name): (word, type) = ("type-removed", name)
            case .fieldAdded(let name, let new):
                (word, type, field) = ("field-added", name, new.name)
                after = new.type.description
            case .fieldRemoved(let name, let old):
                (word, type, field) = ("field-removed", name, old)
            case .fieldRetyped(let name, let old, let from, let to):
                (word, type, field) = ("field-retyped", name, old)
                (before, after) = (from.description, to.description)
            case .indexesChanged(let name, let new):
                (word, type, field) = ("indexes-changed", name, new.name)
                after = new.indexes.map(\.rawValue).sorted().joined(separator: " ")
            case .grantsChanged(let name): (word, type) = ("grants-changed", name)
            case .rolesChanged: word = "roles-changed"
            }
        }
    }
}
