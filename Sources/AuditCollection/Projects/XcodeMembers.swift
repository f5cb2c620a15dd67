import AuditFacts

/// Which files of the tree belong to a target, by its build phases and synchronized folders.
struct XcodeMembers {
    private(set) var sources: Set<String> = []
    private(set) var resources: Set<String> = []
    private(set) var frameworks: Set<String> = []
    private(set) var products: Set<String> = []
    /// Ids of proxies of other projects' products that are linked.
    private(set) var proxies: [String] = []
    /// Paths that a phase names and that are not there, with where the reference stands.
    private(set) var missing: [(path: String, place: SourcePlace)] = []

    private let objects: XcodeObjects
    private let paths: XcodePaths
    private let inputs: ProjectInputs
    private let project: String

    init(
        of target: XcodeObject,
        in project: String,
        _ objects: XcodeObjects,
        _ paths: XcodePaths,
        _ inputs: ProjectInputs
    ) {
        self.objects = objects
        self.paths = paths
        self.inputs = inputs
        self.project = project
        var seen: Set<String> = []
        for phase in objects.list("buildPhases", of: target) where seen.insert(phase.id).inserted {
            // Phases are listed by one target each, as a rule.
            guard spend(1) else { return }
            let files = phase.list("files")
            guard spend(files.count) else { return }
            for id in files where seen.insert(id).inserted {
                if let file = objects[id] { add(file, of: phase) }
            }
        }
        products.formUnion(
            objects.list("packageProductDependencies", of: target).compactMap {
                $0.name("productName")
            }
        )
    }

    /// Adds the files of a synchronized folder.
    mutating func add(_ files: [String]) {
        for path in files {
            if SynchronizedFolder.isSource(path) {
                sources.insert(path)
            } else {
                resources.insert(path)
            }
        }
    }

    private func spend(_ count: Int) -> Bool {
        inputs.spend(count * ProjectAllowance.entry, for: project)
    }

    private mutating func add(_ file: XcodeObject, of phase: XcodeObject) {
        if let product = objects[file["productRef"]]?.name("productName") {
            products.insert(product)
        }
        guard let reference = objects[file["fileRef"]] else { return }
        switch phase.kind {
        case "PBXSourcesBuildPhase": sources.formUnion(existing(reference))
        case "PBXResourcesBuildPhase": resources.formUnion(existing(reference))
        // 7 is the resources folder of the product.
        case "PBXCopyFilesBuildPhase" where phase["dstSubfolderSpec"] == "7":
            resources.formUnion(existing(reference))
        case "PBXFrameworksBuildPhase": addFramework(reference)
        default: break
        }
    }

    private mutating func addFramework(_ reference: XcodeObject) {
        if reference.kind == "PBXReferenceProxy" { proxies.append(reference.id) }
        guard let path = reference.name("path") ?? reference.name else { return }
        let stem = TreePath.stem(of: path)
        frameworks.insert(stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem)
    }

    /// The files of the tree that a reference means.
    private mutating func existing(_ reference: XcodeObject) -> [String] {
        var found: [String] = []
        for path in paths.files(of: reference) {
            let files = inputs.index.files(at: path)
            guard spend(1 + files.count) else { break }
            found += files
            if files.isEmpty, InputKind(path) != nil { missing.append((path, reference.place)) }
        }
        return found
    }
}
