import AuditFacts
import Documents

/// The objects of an Xcode project by id.
struct XcodeObjects: Sendable {
    private let objects: [String: XcodeObject]
    /// The object that the file names as its root.
    let root: XcodeObject?

    /// The objects of the project file's dictionary.
    init(_ project: DocumentNode) {
        let pairs = (project["objects"]?.entries ?? []).map {
            ($0.key, XcodeObject(id: $0.key, node: $0.value))
        }
        objects = Dictionary(pairs) { first, _ in first }
        root = project["rootObject"]?.string.flatMap { [objects] in objects[$0] }
    }

    /// The object called `id`; `nil` for a broken reference.
    subscript(id: String?) -> XcodeObject? { id.flatMap { objects[$0] } }

    /// The objects in the list under `key`, broken references left out.
    func list(_ key: String, of object: XcodeObject?) -> [XcodeObject] {
        object?.list(key).compactMap { self[$0] } ?? []
    }

    /// All objects of the class `kind` in the order of their ids.
    func all(_ kind: String) -> [XcodeObject] {
        objects.values.filter { $0.kind == kind }.sorted { $0.id < $1.id }
    }
}

/// An object of an Xcode project.
struct XcodeObject: Sendable {
    /// What may be a name, in bytes; names become parts of ids, which are many.
    private static let longestName = 1024
    /// What is found soon enough without a dictionary.
    private static let fewFields = 16

    /// The key that other objects name it by.
    let id: String
    /// Its dictionary.
    let node: DocumentNode
    /// What stands in it by key, where that is much.
    private let fields: [String: DocumentNode]?

    /// The object `node` under the key `id`.
    init(id: String, node: DocumentNode) {
        self.id = id
        self.node = node
        let entries = node.entries ?? []
        fields =
            entries.count > Self.fewFields
            ? Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first } : nil
    }

    /// Its class, such as `PBXNativeTarget`.
    var kind: String { self["isa"] ?? "" }

    /// Its name, where that is short enough to be one.
    var name: String? { name("name") }

    /// The text under `key`, where that is short enough to be a name.
    func name(_ key: String) -> String? {
        self[key].flatMap { $0.utf8.count <= Self.longestName ? $0 : nil }
    }

    /// Where it stands in the project file.
    var place: SourcePlace { node.span.start }

    /// The text under `key`.
    subscript(key: String) -> String? { field(key)?.string }

    /// The texts of the list under `key`.
    func list(_ key: String) -> [String] { field(key)?.strings ?? [] }

    /// What stands under `key`.
    func field(_ key: String) -> DocumentNode? { fields.map { $0[key] } ?? node[key] }
}
