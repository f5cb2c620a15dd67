import AuditFacts

/// Where the files, groups and folders of an Xcode project lie in the audited tree.
struct XcodePaths: Sendable {
    private var paths: [String: String] = [:]
    private var children: [String: [String]] = [:]
    /// Whether groups in groups lead to paths that no file has.
    private(set) var hasLongPaths = false
    /// In bytes, as macOS has it (`PATH_MAX`): groups in groups would grow with their number squared.
    private static let longestPath = 1024

    /// The paths of what the project's groups hold; `folder` is the one that holds the project.
    ///
    /// Each object is visited once, so a group in itself ends there.
    init(_ objects: XcodeObjects, folder: String, _ index: TreeIndex) {
        var waiting: [(id: String, parent: String?)] = []
        if let main = objects.root?["mainGroup"] { waiting.append((main, folder)) }
        var seen: Set<String> = []
        while let (id, parent) = waiting.popLast() {
            guard seen.insert(id).inserted, let object = objects[id] else { continue }
            var path = Self.path(of: object, in: parent, project: folder)
            if let length = path?.utf8.count, length > Self.longestPath {
                hasLongPaths = true
                path = nil
            }
            path = path.map(index.spelling)
            paths[id] = path
            let members = object.list("children")
            children[id] = members
            waiting += members.map { ($0, path) }
        }
    }

    /// The path of a file, group or folder; `nil` for one outside of the tree.
    subscript(id: String) -> String? { paths[id] }

    /// The paths that a build file's reference means: a file's own, those of all translations.
    func files(of reference: XcodeObject) -> [String] {
        guard reference.kind == "PBXVariantGroup" else {
            return paths[reference.id].map { [$0] } ?? []
        }
        return (children[reference.id] ?? []).compactMap { paths[$0] }
    }

    private static func path(
        of object: XcodeObject,
        in parent: String?,
        project: String
    ) -> String? {
        let path = object["path"] ?? ""
        // A group may have no folder of its own; a file without a path does not count.
        guard !path.isEmpty || object.kind != "PBXFileReference" else { return nil }
        switch object["sourceTree"] {
        case "<group>", nil: return parent.flatMap { TreePath.join($0, path) }
        case "SOURCE_ROOT": return TreePath.join(project, path)
        // Absolute, or in the SDK, the developer folder or the build products.
        default: return nil
        }
    }
}
