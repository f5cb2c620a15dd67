import Documents

/// One policy as it is written, without what it extends.
struct PolicyDocument {
    /// Its path, or the name of a shipped one.
    let file: String
    /// Who the app is for; `nil` when it does not say.
    let audience: String?
    let base: PolicyFragment
    let overlays: [PolicyOverlay]

    /// Reads what follows the head; adds the traits it declares to `traits`.
    init(
        _ reader: inout FieldReader,
        traits: inout TraitTable,
        knownRules: Set<String>?
    ) {
        let log = reader.log
        file = log.file
        _ = reader.optional("name", as: .string)
        _ = reader.optional("about", as: .string)
        audience = reader.optional("audience", as: .audience)
        for entry in reader.entries("traits", named: "a trait's name") {
            traits.declare(entry, log)
        }
        let table = traits
        base = PolicyFragment(&reader, traits: table, knownRules: knownRules)
        overlays = reader.elements("overlays").enumerated().compactMap { index, node in
            PolicyOverlay(
                node,
                number: index + 1,
                traits: table,
                knownRules: knownRules,
                log
            )
        }
        reader.finish()
    }

    /// Changes `policy` as the document says with those of its overlays that `holds` picks.
    ///
    /// What is wrong with each by itself was noted when it was read; returned is what is wrong
    /// with them together.
    @discardableResult
    func apply(to policy: inout Policy, where holds: (PolicyOverlay) -> Bool) -> [PolicyProblem] {
        let log = ProblemLog(file: file, isOfSeveral: true)
        policy.sources.append(file)
        base.apply(to: &policy, log)
        for overlay in overlays where holds(overlay) { overlay.fragment.apply(to: &policy, log) }
        return log.problems
    }
}
