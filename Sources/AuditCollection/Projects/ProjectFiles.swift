import AuditFacts
import Documents

/// The files of a tree that declare targets.
struct ProjectFiles {
    /// Xcode projects by path, with what they hold.
    var xcode: [(path: String, root: DocumentNode)] = []
    /// Manifests of packages.
    var manifests: [CodeFile] = []
    /// Paths of XcodeGen's specifications.
    var specifications: [String] = []

    /// All their targets, those of one linked with those of others, and what is missing.
    func targets(_ inputs: ProjectInputs) -> (targets: [Target], missing: [UnreadInput]) {
        var drafts: [TargetDraft] = []
        var missing: [UnreadInput] = []
        var products: [String: Set<String>] = [:]
        for (path, root) in xcode {
            var project = XcodeProject(path, root, inputs)
            drafts += project.targets()
            missing += project.missing
        }
        for path in specifications {
            var specification = ProjectSpecification(path, inputs)
            drafts += specification.targets()
            missing += specification.missing
        }
        for file in manifests {
            var manifest = PackageManifest(file, inputs.index)
            drafts += manifest.targets()
            missing += manifest.missing
            for (product, names) in manifest.products {
                products[product, default: []].formUnion(names.map { "\(file.path)#\($0)" })
            }
        }
        return (TargetLinker(drafts, products: products).targets, missing)
    }
}
