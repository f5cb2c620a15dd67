extension Syntax.Expression {
    /// The names of a chain of members and calls from its root: `a.b().c` is `a`, `b`, `c`.
    ///
    /// Objective-C messages count: `[[A sharedB] c]` is `A`, `sharedB`, `c`.
    package var chain: [String] {
        var names: [String] = []
        var next: Syntax.Expression? = self
        while let value = next {
            switch value.node {
            case .name(let name):
                names.append(name)
                next = nil
            case .member(let base, let name):
                names.append(name)
                next = base
            case .call(let call): next = call.callee
            case .element(let base, _), .unwrapped(let base), .cast(let base, _): next = base
            default: next = nil
            }
        }
        return names.reversed()
    }

    /// Whether `name` is mentioned anywhere in it as an identifier or member.
    package func mentions(_ name: String) -> Bool {
        hasPart { $0.ownName == name }
    }

    /// Whether any of `names` is mentioned anywhere in it.
    package func mentions(anyOf names: Set<String>) -> Bool {
        hasPart { $0.ownName.map(names.contains) ?? false }
    }

    /// The identifier or member's name of this node alone.
    package var ownName: String? {
        switch node {
        case .name(let name), .member(_, let name): name
        default: nil
        }
    }
}
