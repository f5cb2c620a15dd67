extension CodeIndex {
    /// How far names are followed; a chain of constants is never that long.
    private static let depthLimit = 8

    /// The text that `expression` always has: a literal, a constant, or pieces of both.
    ///
    /// `nil` for what is not the same at every run, and for a constant that is declared twice with
    /// different values.
    package func text(of expression: Expression, in scope: CodeScope?) -> String? {
        text(of: expression, in: scope, depth: 0)
    }

    private func text(of expression: Expression, in scope: CodeScope?, depth: Int) -> String? {
        guard depth < Self.depthLimit else { return nil }
        switch expression.node {
        case .text(let parts): return text(of: parts, in: scope, depth: depth)
        case .name(let name): return text(ofName: name, in: scope, at: expression.place, depth)
        case .member(let base, "rawValue"), .member(let base, "stringValue"):
            return base.flatMap { text(of: $0, in: scope, depth: depth + 1) }
        case .member(let base, let name):
            return constant(name, owner: base?.lastName, from: scope).flatMap {
                text(of: $0, in: nil, depth: depth + 1)
            }
        case .operation("+", let operands):
            let texts = operands.compactMap { text(of: $0, in: scope, depth: depth + 1) }
            return texts.count == operands.count ? texts.joined() : nil
        case .unwrapped(let value), .cast(let value, _):
            return text(of: value, in: scope, depth: depth + 1)
        default: return nil
        }
    }

    private func text(of parts: [TextPart], in scope: CodeScope?, depth: Int) -> String? {
        var whole = ""
        for part in parts {
            switch part {
            case .fixed(let piece): whole += piece
            case .interpolated(let arguments):
                guard let value = arguments.first?.value,
                    let piece = text(of: value, in: scope, depth: depth + 1)
                else { return nil }
                whole += piece
            }
        }
        return whole
    }

    private func text(
        ofName name: String,
        in scope: CodeScope?,
        at place: SourcePlace,
        _ depth: Int
    ) -> String? {
        if let scope, scope.isLocal(name) {
            // A name that is given several values has none of them for certain.
            guard let bindings = scope.bindings[name], bindings.count == 1,
                let value = bindings[0].value
            else { return nil }
            return text(of: value, in: scope, depth: depth + 1)
        }
        return constant(name, owner: nil, from: scope).flatMap {
            text(of: $0, in: nil, depth: depth + 1)
        }
    }

    /// The value of the constant called `name`; of the type `owner` where that is known.
    ///
    /// Of several declarations the one of the enclosing type, else of the same file, else the only
    /// value they all have.
    package func constant(
        _ name: String,
        owner: String?,
        from scope: CodeScope?
    ) -> Expression? {
        var candidates = variables(name).filter { $0.variable.isConstant }
        if let owner, owner.first?.isUppercase == true {
            let owned = candidates.filter { Self.lastPart($0.variable.owner) == owner }
            if !owned.isEmpty { candidates = owned }
        }
        if candidates.count > 1, let scope {
            let near = candidates.filter {
                $0.variable.owner != nil && $0.variable.owner == scope.function.type
            }
            let same = candidates.filter { $0.file == scope.file.path }
            if !near.isEmpty { candidates = near } else if !same.isEmpty { candidates = same }
        }
        let values = candidates.compactMap(\.variable.value)
        guard let first = values.first, values.count == candidates.count,
            values.allSatisfy({ $0.node == first.node })
        else { return nil }
        return first
    }

    private static func lastPart(_ name: String?) -> String? {
        name?.split(separator: ".").last.map(String.init)
    }
}
