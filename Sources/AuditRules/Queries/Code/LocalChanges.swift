import AuditFacts

/// What changes the values of a function's names, found by the name.
struct LocalChanges: Sendable {
    /// Calls of their methods, as indices.
    private(set) var calls: [String: [Int]] = [:]
    /// Statements that assign to a part of them, as indices.
    private(set) var assignments: [String: [Int]] = [:]
    /// What is put into them as dictionaries.
    private(set) var entries: [String: [Syntax.DictionaryEntry]] = [:]

    init(_ steps: [CodeStep], _ sites: [CallSite]) {
        for (index, site) in sites.enumerated() {
            if let name = site.call.receiver?.ownName { calls[name, default: []].append(index) }
        }
        for (index, step) in steps.enumerated() {
            guard case .assignment(let target, let value) = step.statement.kind else { continue }
            if let name = target.chain.first, target.ownName != name {
                assignments[name, default: []].append(index)
            }
            if case .element(let base, let arguments) = target.node, let name = base.ownName,
                let key = arguments.first?.value
            {
                entries[name, default: []].append(Syntax.DictionaryEntry(key, value))
            }
        }
    }
}
