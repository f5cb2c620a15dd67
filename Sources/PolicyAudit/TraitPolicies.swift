import AuditFacts
package import AuditPolicy
package import AuditRules
package import ProtectionModel

/// The policies of an audit before it is known what is audited: one for each set of traits.
package struct TraitPolicies: Sendable {
    /// How many policies an audit asks all rules under, at most.
    private static let limit = 64

    private let stack: PolicyStack
    private let asked: TraitCollection
    private let name: @Sendable (String) -> String

    /// The policies of `stack` under the traits that are `asked` for; `name` gives what files are
    /// called in reports.
    package init(
        _ stack: PolicyStack,
        asked: TraitCollection,
        name: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.stack = stack
        self.asked = asked
        self.name = name
    }

    /// The policies that findings about `targets`, and about what belongs to none, are judged by.
    ///
    /// What is known of the tree flows into its projects, from there into their targets and into
    /// the configurations of those.
    ///
    /// - Throws: `invalid-argument` where a target or configuration was asked for that is not there,
    ///   `malformed-policy` where there are more policies than an audit asks.
    package func branches(for targets: [Target]) throws(ProtectionError) -> PolicyBranches {
        try check(targets)
        let tree = TraitCollection()
        var places = [key(of: tree): 0]
        var others: [Policy] = []
        var environments: [BuildEnvironment: Int] = [:]
        for target in targets {
            let ofTarget = TraitCollection(merging: [tree, ["target": target.name]])
            for configuration in target.configurations {
                let traits = TraitCollection(
                    merging: [ofTarget, ["configuration": configuration.name]]
                )
                let key = key(of: traits)
                if places[key] == nil {
                    places[key] = places.count
                    guard places.count <= Self.limit else { throw Self.tooMany }
                    others.append(policy(at: traits))
                }
                environments[
                    BuildEnvironment(target: target.id, configuration: configuration.name)
                ] = places[key]
            }
        }
        return PolicyBranches(tree: policy(at: tree), others: others, places: environments)
    }

    private func policy(at traits: TraitCollection) -> Policy {
        stack.policy(under: asked, at: traits).renamed(name)
    }

    /// What tells policies of `stack` apart.
    private struct Key: Hashable {
        let overlays: [OverlayReference]
        let audience: String?
    }

    private func key(of traits: TraitCollection) -> Key {
        Key(
            overlays: stack.overlays(under: asked, at: traits),
            audience: stack.traits(under: asked, at: traits)["audience"]
        )
    }

    private func check(_ targets: [Target]) throws(ProtectionError) {
        let known = [
            "target": Set(targets.map(\.name)),
            "configuration": Set(targets.flatMap { $0.configurations.map(\.name) }),
        ]
        for (name, value) in asked.values.sorted(by: { $0.key < $1.key }) {
            if let complaint = stack.complaint(aboutTrait: name, value: value, known: known) {
                throw ProtectionError(.invalidArgument, complaint)
            }
        }
    }

    private static var tooMany: ProtectionError {
        ProtectionError(
            ErrorCode(.malformedPolicy),
            "overlays make more than \(limit) policies of the targets and configurations"
        )
    }
}
