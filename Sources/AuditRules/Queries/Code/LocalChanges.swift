import AuditFacts

/// What changes the values of a function's names, found by the name.
struct LocalChanges: Sendable {
    /// Calls of their methods, as indices.
    private(set) var calls: [String: [Int]] = [:]
    /// Statements that assign to a part of them, as indices.
    private(set) var assignments: [String: [Int]] = [:]
    /// Calls that are handed them to be changed in place, `hash(&text)`, as indices.
    private(set) var fills: [String: [Int]] = [:]
    /// What they are handed as: the labels of arguments, and the properties that are given them.
    private(set) var roles: [String: [String]] = [:]
    /// What is put into them as dictionaries.
    private(set) var entries: [String: [Syntax.DictionaryEntry]] = [:]

    init(_ steps: [CodeStep], _ sites: [CallSite]) {
        for (index, site) in sites.enumerated() {
            if let name = site.call.receiver?.ownName { calls[name, default: []].append(index) }
            note(site.call, at: index)
        }
        for (index, step) in steps.enumerated() {
            guard case .assignment(let target, let value) = step.statement.kind else { continue }
            if let name = target.chain.first, target.ownName != name {
                assignments[name, default: []].append(index)
            }
            if case .name(let name) = value.node, case .member(_, let role) = target.node {
                roles[name, default: []].append(role)
            }
            if case .element(let base, let arguments) = target.node, let name = base.ownName,
                let key = arguments.first?.value
            {
                entries[name, default: []].append(Syntax.DictionaryEntry(key, value))
            }
        }
    }

    private mutating func note(_ call: Syntax.Call, at index: Int) {
        // `isAddress(email: text)` asks whether it is one.
        let isTold = !CodeIndex.asks(call.name ?? "")
        for argument in call.arguments {
            switch argument.value.node {
            case .name(let name):
                guard isTold, let label = argument.label else { continue }
                roles[name, default: []].append(label)
            case .operation("&", let operands):
                if operands.count == 1, let name = operands[0].ownName {
                    fills[name, default: []].append(index)
                }
            default: continue
            }
        }
    }
}
