import AuditFacts
import Documents

/// A folder whose files belong to targets without being named: Xcode 16's synchronized group.
struct SynchronizedFolder {
    /// The group's id.
    let id: String
    private let path: String?
    /// By target, files for which the opposite of the rule holds.
    private var exceptions: [String: [String]] = [:]
    /// Files that are no longer of the kind that their names say.
    private let typedFiles: Set<String>

    init(_ group: XcodeObject, _ objects: XcodeObjects, path: String?) {
        id = group.id
        self.path = path
        for set in objects.list("exceptions", of: group) {
            guard let target = set["target"] else { continue }
            exceptions[target, default: []] += set.list("membershipExceptions")
        }
        typedFiles = Set(group.node["explicitFileTypes"]?.entries?.map(\.key) ?? [])
    }

    /// The files that belong to `target`: all but the exceptions for a target that owns the group,
    /// the exceptions alone for any other.
    func members(of target: String, isOwner: Bool, _ index: TreeIndex) -> [String] {
        guard let path else { return [] }
        let names = exceptions[target] ?? []
        guard isOwner || !names.isEmpty else { return [] }
        let exceptions = Set(names.map { Substring($0) })
        let start = path.isEmpty ? 0 : path.utf8.count + 1
        return index.files(in: path).filter { file in
            let name = String(decoding: file.utf8.dropFirst(start), as: UTF8.self)
            guard Self.isMember(name), !typedFiles.contains(name) || !Self.isSource(name) else {
                return false
            }
            return Self.isIn(exceptions, name) != isOwner
        }
    }

    /// Whether a file, one of the folders it lies in, or the text it translates is among `exceptions`.
    private static func isIn(_ exceptions: Set<Substring>, _ name: String) -> Bool {
        guard !exceptions.isEmpty else { return false }
        if name.contains(".lproj/") {
            let unlocalized = name.split(separator: "/").filter { !$0.hasSuffix(".lproj") }
            let key = "/Localized/" + unlocalized.joined(separator: "/")
            if exceptions.contains(key[...]) { return true }
        }
        let utf8 = name.utf8
        let folders = utf8.indices.lazy.filter { utf8[$0] == UInt8(ascii: "/") }
        return exceptions.contains(name[...])
            || folders.contains { exceptions.contains(name[..<$0]) }
    }

    /// Whether a file of this name is compiled.
    static func isSource(_ path: String) -> Bool {
        sourceSuffixes.contains(TreePath.suffix(of: path)) || path.contains(".xcdatamodeld/")
    }

    /// Headers, settings and entitlements lie in the folder and go into no phase.
    static func isMember(_ name: String) -> Bool {
        !["h", "hpp", "pch", "xcconfig", "entitlements", "modulemap"].contains(
            TreePath.suffix(of: name)
        ) && TreePath.name(of: name) != ".DS_Store"
    }

    private static let sourceSuffixes: Set<String> = [
        "swift", "m", "mm", "c", "cc", "cpp", "cxx", "s", "metal", "intentdefinition", "mlmodel",
    ]
}
