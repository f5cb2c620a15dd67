import AuditFacts

/// Finds the targets that others depend on by a product's name.
struct TargetLinker {
    private let drafts: [TargetDraft]
    /// Ids of targets by the name of the product of a package that ships them.
    private var products: [String: Set<String>] = [:]
    /// Ids of package targets by project and name.
    private var packageTargets: [String: String] = [:]
    /// Ids of frameworks and libraries of Xcode projects by product name.
    private var frameworks: [String: Set<String>] = [:]
    private let inputs: ProjectInputs

    /// A linker of `drafts`; `products` are the packages' with the ids of their targets.
    init(_ drafts: [TargetDraft], products: [String: Set<String>], _ inputs: ProjectInputs) {
        self.drafts = drafts
        self.inputs = inputs
        self.products = products
        for draft in drafts {
            if TreePath.name(of: draft.project) == "Package.swift" {
                packageTargets[draft.id] = draft.id
            } else if draft.kind == .framework || draft.kind == .library {
                let names = draft.configurations.compactMap { $0.settings["PRODUCT_NAME"] }
                for name in Set(names + [draft.name]) {
                    frameworks[name, default: []].insert(draft.id)
                }
            }
        }
    }

    /// The targets by id, each once.
    var targets: [Target] {
        var seen: Set<String> = []
        return drafts.filter { seen.insert($0.id).inserted }
            .map { $0.target(dependingOn: dependencies(of: $0)) }
            .sorted { $0.id < $1.id }
    }

    private func dependencies(of draft: TargetDraft) -> Set<String> {
        var ids: Set<String> = []
        for name in draft.products {
            // A name without a package means a target beside this one before any product.
            if let sibling = packageTargets["\(draft.project)#\(name)"] {
                ids.insert(sibling)
            } else {
                add(products[name], to: &ids, of: draft)
            }
        }
        for name in draft.frameworks {
            add(frameworks[name] ?? products[name], to: &ids, of: draft)
        }
        ids.remove(draft.id)
        return ids
    }

    /// Adds the targets of one name, of which there should be few.
    private func add(_ others: Set<String>?, to ids: inout Set<String>, of draft: TargetDraft) {
        guard let others,
            inputs.spend(others.count * ProjectAllowance.entry, for: draft.project)
        else { return }
        ids.formUnion(others)
    }
}
