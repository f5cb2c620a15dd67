package import Documents

/// Changes to a policy that hold under some traits.
struct PolicyOverlay {
    /// Which of its text it is.
    let reference: OverlayReference
    /// The traits it names, each with its value.
    let condition: TraitCollection
    let fragment: PolicyFragment

    /// Reads the overlay that is the `number`th of its text; `traits` are those that are known with
    /// the values they may have.
    init?(
        _ node: DocumentNode,
        number: Int,
        traits: TraitTable,
        knownRules: Set<String>?,
        _ log: ProblemLog
    ) {
        guard var reader = FieldReader(node, log) else { return nil }
        let condition = reader.required("when", as: .node)
        fragment = PolicyFragment(&reader, traits: nil, knownRules: knownRules)
        reader.finish()
        self.condition = condition.map { traits.collection($0, log) } ?? [:]
        reference = OverlayReference(file: log.file, number: number, place: node.location)
    }

    /// Whether every trait it names has the value it names.
    func holds(under traits: TraitCollection) -> Bool { traits.contains(condition) }

    /// The traits it names that `traits` leave unspecified, by name; none when it holds, or cannot
    /// hold whatever they are.
    func awaited(under traits: TraitCollection) -> [String] {
        let open = condition.values.keys.filter { traits[$0] == nil }
        let rest = condition.values.filter { !open.contains($0.key) }
        return traits.contains(TraitCollection(rest)) ? open.sorted() : []
    }
}

/// An overlay of a policy, as people count it.
package struct OverlayReference: Sendable, Hashable {
    /// The policy's path, or the name of a shipped one.
    package let file: String
    /// Which of the file's overlays it is, from 1.
    package let number: Int
    /// Where it starts.
    package let place: DocumentPlace
}

/// An overlay that waits for traits.
package struct WaitingOverlay: Sendable, Hashable {
    /// Which it is.
    package let reference: OverlayReference
    /// The unspecified traits that it names, by name.
    package let traits: [String]
}
