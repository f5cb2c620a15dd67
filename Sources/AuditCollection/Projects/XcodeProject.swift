import AuditFacts
import Documents

/// The targets of an Xcode project file.
struct XcodeProject {
    private let path: String
    /// What the project's paths are relative to.
    private let folder: String
    private let objects: XcodeObjects
    private let paths: XcodePaths
    private let inputs: ProjectInputs
    private let synchronizedFolders: SynchronizedFolders
    private var configurations: XcodeConfigurations
    /// Ids of targets and proxies of targets by those of their objects.
    private var targetIDs: [String: String] = [:]

    /// The project file at `path`, such as `App.xcodeproj/project.pbxproj`.
    init(_ path: String, _ root: DocumentNode, _ inputs: ProjectInputs) {
        self.path = path
        self.inputs = inputs
        objects = XcodeObjects(root)
        let parent = TreePath.folder(of: TreePath.folder(of: path))
        folder = TreePath.join(parent, objects.root?["projectDirPath"] ?? "") ?? parent
        paths = XcodePaths(objects, folder: folder, inputs.index)
        synchronizedFolders = SynchronizedFolders(objects, paths)
        configurations = XcodeConfigurations(
            objects,
            paths,
            ConfigurationReader(folder: folder, project: path, inputs: inputs)
        )
    }

    /// Its targets in the order of the project.
    mutating func targets() -> [TargetDraft] {
        guard let root = objects.root, root.kind == "PBXProject" else {
            inputs.note(
                UnreadInput(path: path, reason: .malformed, message: "it has no project object")
            )
            return []
        }
        if paths.hasLongPaths {
            inputs.note(
                UnreadInput(
                    path: path,
                    reason: .tooLarge,
                    message: "its groups lead to paths that are too long: they were left out"
                )
            )
        }
        var targets: [TargetDraft] = []
        var seen: Set<String> = []
        for id in root.list("targets") where seen.insert(id).inserted {
            guard let target = objects[id] else {
                inputs.note(
                    UnreadInput(
                        path: path,
                        place: root.place,
                        reason: .missing,
                        message: "it lists the target \(id), which it does not contain"
                    )
                )
                continue
            }
            if target.kind == "PBXNativeTarget" { targets.append(draft(target)) }
        }
        return targets
    }

    private mutating func draft(_ target: XcodeObject) -> TargetDraft {
        let name = target.name ?? target.id
        var members = XcodeMembers(of: target, in: path, objects, paths, inputs)
        members.add(synchronizedFolders.members(of: target, inputs, for: path))
        for (file, place) in members.missing {
            let message = "\(path):\(place.line) names it, but it does not exist"
            let missing = MissingFile(file, .files, at: file, message: message)
            inputs.note(missing, target: name, of: path)
        }
        var draft = TargetDraft(id: "\(path)#\(name)", name: name, project: path)
        draft.place = target.place
        draft.kind = ProductKind(productType: target["productType"] ?? "")
        draft.sources = members.sources
        draft.resources = members.resources
        draft.frameworks = members.frameworks
        draft.products = members.products
        addDependencies(to: &draft, target, members.proxies)
        configurations.add(to: &draft, target)
        return draft
    }

    private mutating func addDependencies(
        to draft: inout TargetDraft,
        _ target: XcodeObject,
        _ proxies: [String]
    ) {
        for dependency in objects.list("dependencies", of: target) {
            if let target = objects[dependency["target"]], target["name"] != nil {
                draft.dependencies.insert(id(of: target))
            } else if let product = objects[dependency["productRef"]]?.name("productName") {
                draft.products.insert(product)
            } else if let id = remoteTarget(objects[dependency["targetProxy"]]) {
                draft.dependencies.insert(id)
            }
        }
        draft.dependencies.formUnion(
            proxies.compactMap { remoteTarget(objects[objects[$0]?["remoteRef"]]) }
        )
    }

    /// The id of a target of this project, one text for all that depend on it.
    private mutating func id(of target: XcodeObject) -> String {
        if let known = targetIDs[target.id] { return known }
        let id = "\(path)#\(target.name ?? target.id)"
        targetIDs[target.id] = id
        return id
    }

    /// The id of a target of another project.
    private mutating func remoteTarget(_ proxy: XcodeObject?) -> String? {
        guard let proxy, let name = proxy.name("remoteInfo"), let portal = proxy["containerPortal"],
            let project = paths[portal]
        else { return nil }
        if let known = targetIDs[proxy.id] { return known }
        let id = "\(project)/project.pbxproj#\(name)"
        targetIDs[proxy.id] = id
        return id
    }
}
