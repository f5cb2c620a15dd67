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
    private let synchronizedFolders: [SynchronizedFolder]
    /// What the project names and does not exist.
    private(set) var missing: [UnreadInput] = []

    /// The project file at `path`, such as `App.xcodeproj/project.pbxproj`.
    init(_ path: String, _ root: DocumentNode, _ inputs: ProjectInputs) {
        self.path = path
        self.inputs = inputs
        objects = XcodeObjects(root)
        let parent = TreePath.folder(of: TreePath.folder(of: path))
        folder = TreePath.join(parent, objects.root?["projectDirPath"] ?? "") ?? parent
        paths = XcodePaths(objects, folder: folder, inputs.index)
        synchronizedFolders = objects.all("PBXFileSystemSynchronizedRootGroup").map {
            [objects, paths] in SynchronizedFolder($0, objects, path: paths[$0.id])
        }
    }

    /// Its targets in the order of the project.
    mutating func targets() -> [TargetDraft] {
        guard let root = objects.root, root.kind == "PBXProject" else {
            missing.append(
                UnreadInput(path: path, reason: .malformed, message: "it has no project object")
            )
            return []
        }
        var targets: [TargetDraft] = []
        var seen: Set<String> = []
        for id in root.list("targets") where seen.insert(id).inserted {
            guard let target = objects[id] else {
                missing.append(
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
        let name = target["name"] ?? target.id
        let members = XcodeMembers(of: target, objects, paths, inputs.index, synchronizedFolders)
        for (file, place) in members.missing {
            missing.append(
                UnreadInput(
                    path: file,
                    reason: .missing,
                    message: "\(path):\(place.line) names it, but it does not exist"
                )
            )
        }
        var draft = TargetDraft(id: "\(path)#\(name)", name: name, project: path)
        draft.place = target.place
        draft.kind = ProductKind(productType: target["productType"] ?? "")
        draft.sources = members.sources
        draft.resources = members.resources
        draft.frameworks = members.frameworks
        draft.products = members.products
        addDependencies(to: &draft, target, members.proxies)
        addConfigurations(to: &draft, target)
        return draft
    }

    private mutating func addConfigurations(to draft: inout TargetDraft, _ target: XcodeObject) {
        let reader = ConfigurationReader(folder: folder, project: path, inputs: inputs)
        let lists = objects[objects.root?["buildConfigurationList"]]
        let base = objects.list("buildConfigurations", of: lists)
        let own = objects.list("buildConfigurations", of: objects[target["buildConfigurationList"]])
        var platforms: Set<String> = []
        for configuration in own {
            let name = configuration["name"] ?? ""
            let levels =
                assignments(of: base.first { $0["name"] == name }) + assignments(of: configuration)
            let settings = ConfigurationReader.settings(
                levels,
                target: draft.name,
                project: TreePath.stem(of: TreePath.folder(of: path)),
                configuration: name
            )
            platforms.formUnion(ConfigurationReader.platforms(settings))
            draft.configurations.append(
                reader.configuration(name, settings, missing: &missing)
            )
        }
        if draft.configurations.isEmpty {
            draft.configurations = [BuildConfiguration(name: "Release")]
        }
        draft.platforms = platforms.sorted()
    }

    /// What a configuration's settings file says, then what it says itself.
    private mutating func assignments(of configuration: XcodeObject?) -> [[BuildSetting]] {
        guard let configuration else { return [] }
        let own = configuration.node["buildSettings"]?.entries ?? []
        return [settingsFile(of: configuration), own.map(setting)]
    }

    private func setting(_ entry: DocumentEntry) -> BuildSetting {
        let value = entry.value.strings.joined(separator: " ")
        return BuildSetting(entry.key, value, origin: path, place: entry.place)
    }

    private mutating func settingsFile(of configuration: XcodeObject) -> [BuildSetting] {
        let file: String?
        if let reference = configuration["baseConfigurationReference"] {
            file = paths[reference]
        } else if let name = configuration["baseConfigurationReferenceRelativePath"],
            let anchor = configuration["baseConfigurationReferenceAnchor"]
        {
            file = paths[anchor].flatMap { inputs.index.path(of: name, in: $0) }
        } else {
            return []
        }
        guard let file, inputs.settingsFiles[file] != nil else {
            missing.append(
                UnreadInput(
                    path: file ?? path,
                    place: file == nil ? configuration.place : nil,
                    reason: .missing,
                    message:
                        "a settings file that \(path):\(configuration.place.line) names does not exist"
                )
            )
            return []
        }
        return inputs.settings(file, project: folder, missing: &missing)
    }

    private func addDependencies(
        to draft: inout TargetDraft,
        _ target: XcodeObject,
        _ proxies: [String]
    ) {
        for dependency in objects.list("dependencies", of: target) {
            if let name = objects[dependency["target"]]?["name"] {
                draft.dependencies.insert("\(path)#\(name)")
            } else if let product = objects[dependency["productRef"]]?["productName"] {
                draft.products.insert(product)
            } else if let id = remoteTarget(objects[dependency["targetProxy"]]) {
                draft.dependencies.insert(id)
            }
        }
        draft.dependencies.formUnion(
            proxies.compactMap { remoteTarget(objects[objects[$0]?["remoteRef"]]) }
        )
    }

    /// The id of a target of another project.
    private func remoteTarget(_ proxy: XcodeObject?) -> String? {
        guard let proxy, let name = proxy["remoteInfo"], let portal = proxy["containerPortal"],
            let project = paths[portal]
        else { return nil }
        return "\(project)/project.pbxproj#\(name)"
    }
}
