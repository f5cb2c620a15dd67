import Documents

/// Changes to a policy that hold under some traits.
struct PolicyOverlay {
    /// The traits it names, each with its value.
    let condition: [String: String]
    let fragment: PolicyFragment

    /// Reads an overlay; `traits` are those that are known with the values they may have.
    init?(_ node: DocumentNode, traits: TraitTable, knownRules: Set<String>?, _ log: ProblemLog) {
        guard var reader = FieldReader(node, log) else { return nil }
        let condition = reader.required("when", as: .node)
        fragment = PolicyFragment(&reader, knownRules: knownRules)
        reader.finish()
        self.condition = condition.map { Self.condition($0, traits, log) } ?? [:]
    }

    private static func condition(
        _ node: DocumentNode,
        _ traits: TraitTable,
        _ log: ProblemLog
    ) -> [String: String] {
        guard let reader = log.attempt({ () throws(DocumentFault) in try TextReader(node) }) else {
            return [:]
        }
        if reader.entries.isEmpty { log.note(node.expected("at least one trait")) }
        var condition: [String: String] = [:]
        for entry in reader.entries {
            log.attempt { () throws(DocumentFault) in
                condition[entry.key] = try traits.value(of: entry)
            }
        }
        return condition
    }

    /// Whether every trait it names has the value it names.
    func holds(under traits: [String: String]) -> Bool {
        condition.allSatisfy { traits[$0.key] == $0.value }
    }
}
