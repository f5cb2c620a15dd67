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
        base = PolicyFragment(&reader, knownRules: knownRules)
        let table = traits
        overlays = reader.elements("overlays").compactMap {
            PolicyOverlay($0, traits: table, knownRules: knownRules, log)
        }
        reader.finish()
    }

    /// Changes `policy` as the document says, under `traits`.
    func apply(to policy: inout Policy, under traits: [String: String]) {
        // What is wrong with a document was noted when it was read.
        let log = ProblemLog(file: file)
        policy.sources.append(file)
        base.apply(to: &policy, log)
        for overlay in overlays where overlay.holds(under: traits) {
            overlay.fragment.apply(to: &policy, log)
        }
    }
}
