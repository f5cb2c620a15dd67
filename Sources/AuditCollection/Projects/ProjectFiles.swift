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

    /// All their targets, those of one linked with those of others.
    func targets(_ inputs: ProjectInputs) -> [Target] {
        var drafts: [TargetDraft] = []
        var products: [String: Set<String>] = [:]
        for (path, root) in xcode {
            var project = XcodeProject(path, root, inputs)
            drafts += project.targets()
        }
        for path in specifications {
            drafts += ProjectSpecification(path, inputs).targets()
        }
        for file in manifests {
            let manifest = PackageManifest(file, inputs)
            drafts += manifest.targets()
            for (product, names) in manifest.products {
                products[product, default: []].formUnion(names.map { "\(file.path)#\($0)" })
            }
        }
        return TargetLinker(drafts, products: products, inputs).targets
    }
}
