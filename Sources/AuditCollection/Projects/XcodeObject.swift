import PolicyAudit
import StructuredText

/// An object of an Xcode project.
struct XcodeObject: Sendable {
    /// The key that other objects name it by.
    let id: String
    /// Its dictionary.
    let node: TextNode

    /// Its class, such as `PBXNativeTarget`.
    var kind: String { self["isa"] ?? "" }

    /// Where it stands in the project file.
    var place: SourcePlace { node.span.start }

    /// The text under `key`.
    subscript(key: String) -> String? { node[key]?.string }

    /// The texts of the list under `key`.
    func list(_ key: String) -> [String] { node[key]?.strings ?? [] }
}
