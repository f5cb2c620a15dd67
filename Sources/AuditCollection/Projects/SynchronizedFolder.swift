import AuditFacts
import Documents

/// The synchronized folders of a project, by the targets that have files of them.
struct SynchronizedFolders {
    private var folders: [String: SynchronizedFolder] = [:]
    /// Ids of folders with exceptions for a target, by the target's.
    private var excepting: [String: [String]] = [:]

    init(_ objects: XcodeObjects, _ paths: XcodePaths) {
        for group in objects.all("PBXFileSystemSynchronizedRootGroup") {
            let folder = SynchronizedFolder(group, objects, path: paths[group.id])
            folders[group.id] = folder
            for target in folder.targets { excepting[target, default: []].append(group.id) }
        }
    }

    /// The files that belong to `target` of the `project`.
    func members(of target: XcodeObject, _ inputs: ProjectInputs, for project: String) -> [String] {
        let owned = Set(target.list("fileSystemSynchronizedGroups"))
        return owned.union(excepting[target.id] ?? []).sorted().flatMap { id in
            folders[id]?.members(
                of: target.id,
                isOwner: owned.contains(id),
                inputs,
                for: project
            ) ?? []
        }
    }
}

/// A folder whose files belong to targets without being named: Xcode 16's synchronized group.
struct SynchronizedFolder {
    private let path: String?
    /// By target, sets of files for which the opposite of the rule holds.
    private var exceptions: [String: [XcodeObject]] = [:]
    /// Files that are no longer of the kind that their names say.
    private let typedFiles: Set<String>

    init(_ group: XcodeObject, _ objects: XcodeObjects, path: String?) {
        self.path = path
        var seen: Set<String> = []
        for id in group.list("exceptions") where seen.insert(id).inserted {
            guard let set = objects[id], let target = set["target"] else { continue }
            exceptions[target, default: []].append(set)
        }
        typedFiles = Set(group.field("explicitFileTypes")?.entries?.map(\.key) ?? [])
    }

    /// Ids of the targets it has exceptions for.
    var targets: some Collection<String> { exceptions.keys }

    /// The files that belong to `target`: all but the exceptions for a target that owns the group,
    /// the exceptions alone for any other.
    fileprivate func members(
        of target: String,
        isOwner: Bool,
        _ inputs: ProjectInputs,
        for project: String
    ) -> [String] {
        guard let path, inputs.spend(ProjectAllowance.entry, for: project) else { return [] }
        let names = (exceptions[target] ?? []).flatMap { $0.list("membershipExceptions") }
        guard isOwner || !names.isEmpty else { return [] }
        let files = inputs.index.files(in: path)
        let cost = (names.count + files.count) * ProjectAllowance.entry
        guard inputs.spend(cost, for: project) else { return [] }
        let exceptions = Set(names.map { Substring($0) })
        let start = path.isEmpty ? 0 : path.utf8.count + 1
        return files.filter { file in
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
