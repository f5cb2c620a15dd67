package import AuditFacts
import Documents

extension CodeIndex {
    /// How far names are followed; a chain of constants is never that long.
    private static let depthLimit = 8
    /// How many constants may have one name; a longer row was written by a machine.
    private static let constantLimit = 512
    /// How many pieces a text is made of; constants that double one another would have billions.
    private static let pieceLimit = 256
    /// The longest text that is put together, in bytes.
    private static let byteLimit = 1 << 16

    /// The text that `expression` always has: a literal, a constant, or pieces of both.
    ///
    /// `nil` for what is not the same at every run, for a constant that is declared twice with
    /// different values, and for pieces that together have too many combining marks in a row.
    package func text(of expression: Syntax.Expression, in scope: CodeScope?) -> String? {
        var pieces = Self.pieceLimit
        let text = text(of: expression, in: scope, depth: 0, &pieces)
        return text.flatMap { CombiningMarks.excess(in: $0) == nil ? $0 : nil }
    }

    private func text(
        of expression: Syntax.Expression,
        in scope: CodeScope?,
        depth: Int,
        _ pieces: inout Int
    ) -> String? {
        guard depth < Self.depthLimit, pieces > 0 else { return nil }
        pieces -= 1
        switch expression.node {
        case .text(let parts): return text(of: parts, in: scope, depth: depth, &pieces)
        case .name(let name):
            guard let (value, scope) = value(ofName: name, at: expression.place, in: scope) else {
                return nil
            }
            return text(of: value, in: scope, depth: depth + 1, &pieces)
        case .member(let base, "rawValue"), .member(let base, "stringValue"):
            guard let base else { return nil }
            return text(of: base, in: scope, depth: depth + 1, &pieces)
        case .member(let base, let name):
            guard let value = constant(name, owner: base?.lastName, from: scope) else { return nil }
            return text(of: value, in: nil, depth: depth + 1, &pieces)
        case .element(let base, let keys):
            guard keys.count == 1, let value = entry(of: base, keys[0].value, in: scope) else {
                return nil
            }
            return text(of: value, in: nil, depth: depth + 1, &pieces)
        case .operation("+", let operands):
            let parts = operands.map { Syntax.TextPart.interpolated([Syntax.Argument(nil, $0)]) }
            return text(of: parts, in: scope, depth: depth, &pieces)
        case .unwrapped(let value), .cast(let value, _):
            return text(of: value, in: scope, depth: depth + 1, &pieces)
        default: return nil
        }
    }

    private func text(
        of parts: [Syntax.TextPart],
        in scope: CodeScope?,
        depth: Int,
        _ pieces: inout Int
    ) -> String? {
        var whole = ""
        for part in parts {
            switch part {
            case .fixed(let piece): whole += piece
            case .interpolated(let arguments):
                guard let value = arguments.first?.value,
                    let piece = text(of: value, in: scope, depth: depth + 1, &pieces)
                else { return nil }
                whole += piece
            }
            guard whole.utf8.count <= Self.byteLimit else { return nil }
        }
        return whole
    }

    /// The value under `key` of the constant dictionary that `base` names.
    private func entry(
        of base: Syntax.Expression,
        _ key: Syntax.Expression,
        in scope: CodeScope?
    ) -> Syntax.Expression? {
        let owner = base.chain.dropLast().last
        guard let name = base.ownName, scope?.declares(name) != true || base.chain.count > 1,
            case .dictionary(let entries)? = constant(name, owner: owner, from: scope)?.node,
            entries.count <= Self.pieceLimit
        else { return nil }
        let sought = key.literal
        return entries.first { entry in
            sought.map { $0 == entry.key.literal }
                ?? (key.lastName != nil && key.lastName == entry.key.lastName)
        }?.value
    }

    /// What a name stands for, and the function in which that is to be understood.
    private func value(
        ofName name: String,
        at place: SourcePlace,
        in scope: CodeScope?
    ) -> (Syntax.Expression, CodeScope?)? {
        guard let scope, scope.isLocal(name) else {
            return constant(name, owner: nil, from: scope).map { ($0, nil) }
        }
        // A name that is given several values has none of them for certain.
        let bindings = scope.variables.bindings(of: name, at: place)
        guard bindings.count == 1 else { return nil }
        return bindings[0].value.map { ($0, scope) }
    }

    /// The value of the constant called `name`; of the type `owner` where that is known.
    ///
    /// Of several declarations the one of the enclosing type, else of the same file, else the only
    /// value they all have.
    package func constant(
        _ name: String,
        owner: String?,
        from scope: CodeScope?
    ) -> Syntax.Expression? {
        guard variables(name).count <= Self.constantLimit else { return nil }
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
