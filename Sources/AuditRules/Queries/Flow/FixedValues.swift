package import AuditFacts

extension CallGraph {
    /// How many expressions are looked at for one answer.
    private static let fixedLimit = 128

    /// Whether `expression` is the same text or bytes in every copy of the app, or may be: a literal, a
    /// list of numbers, a constant, or what is made of nothing else.
    package func isFixed(_ expression: Syntax.Expression, in scope: CodeScope?) -> Bool {
        var steps = Self.fixedLimit
        return isFixed(expression, in: scope, depth: 0, &steps)
    }

    private func isFixed(
        _ expression: Syntax.Expression,
        in scope: CodeScope?,
        depth: Int,
        _ steps: inout Int
    ) -> Bool {
        guard depth < 8, steps > 0 else { return false }
        steps -= 1
        switch expression.node {
        case .text: return code.text(of: expression, in: scope)?.isEmpty == false
        case .list(let values):
            return !values.isEmpty && values.prefix(steps).allSatisfy { isNumber($0) }
        case .name(let name):
            return isFixed(name, at: expression.place, in: scope, depth: depth, &steps)
        case .member(let base?, let name) where ValueForms.isTransparent(name):
            return isFixed(base, in: scope, depth: depth + 1, &steps)
        case .member(let base, let name):
            // A property of some value has what that value was made with.
            let owner = base?.ownName
            guard owner.map({ $0 == "self" || $0.first?.isUppercase == true }) ?? (base == nil),
                let value = code.constant(name, owner: owner, from: scope)
            else { return false }
            return isFixed(value, in: nil, depth: depth + 1, &steps)
        case .call(let call): return isFixed(call, in: scope, depth: depth, &steps)
        case .operation("?:", let operands):
            return operands.dropFirst().contains {
                isFixed($0, in: scope, depth: depth + 1, &steps)
            }
        case .operation("??", let operands):
            return operands.contains { isFixed($0, in: scope, depth: depth + 1, &steps) }
        case .operation(let symbol, let operands) where ValueForms.joining.contains(symbol):
            return !operands.isEmpty
                && operands.allSatisfy { isFixed($0, in: scope, depth: depth + 1, &steps) }
        case .unwrapped(let value), .cast(let value, _):
            return isFixed(value, in: scope, depth: depth + 1, &steps)
        default: return false
        }
    }

    /// A name that is given several values has none of them for certain; one that a call may fill has
    /// what the call puts there.
    private func isFixed(
        _ name: String,
        at place: SourcePlace,
        in scope: CodeScope?,
        depth: Int,
        _ steps: inout Int
    ) -> Bool {
        if let handed = scope?.handed(name, before: place),
            KnownValues.handsElements(handed.call.name ?? ""), let whole = handed.call.receiver
        {
            return isFixed(whole, in: scope, depth: depth + 1, &steps)
        }
        guard let scope, scope.isLocal(name) else {
            guard let value = code.constant(name, owner: nil, from: scope) else { return false }
            return isFixed(value, in: nil, depth: depth + 1, &steps)
        }
        let bindings = scope.variables.bindings(of: name, at: place)
        guard !bindings.isEmpty, !scope.fills(name) else { return false }
        return bindings.prefix(16).allSatisfy { binding in
            binding.value.map { isFixed($0, in: scope, depth: depth + 1, &steps) } ?? false
        }
    }

    /// `Array("…".utf8)`, `"…".data(using: .utf8)`, `[UInt8](repeating: 0, count: 32)`.
    private func isFixed(
        _ call: Syntax.Call,
        in scope: CodeScope?,
        depth: Int,
        _ steps: inout Int
    ) -> Bool {
        if let repeated = call["repeating"] { return isNumber(repeated) }
        // `[UInt8](text.utf8)`.
        let isList = if case .list = call.callee.node { true } else { false }
        guard let name = isList ? "Array" : call.name, !ValueForms.hides(name),
            !call.arguments.contains(where: isClosure)
        else { return false }
        let targets = types.functions(calledBy: call, in: scope)
        if targets.count == 1, let body = code.scope(of: targets[0].declared) {
            let results = body.results
            return !results.isEmpty
                && results.prefix(16).allSatisfy {
                    isFixed($0, in: body, depth: depth + 1, &steps)
                }
        }
        let isTransparent = ValueForms.isTransparent(name)
        guard isTransparent || ValueForms.makes(name) else { return false }
        let inputs =
            isTransparent
            ? call.receiver.map { [$0] } ?? []
            : call.arguments.filter { !Self.settings.contains($0.label ?? "") }.map(\.value)
        return !inputs.isEmpty
            && inputs.allSatisfy { isFixed($0, in: scope, depth: depth + 1, &steps) }
    }

    /// What a closure makes of a value may be anything.
    private func isClosure(_ argument: Syntax.Argument) -> Bool {
        if case .closure = argument.value.node { return true }
        return false
    }

    private func isNumber(_ value: Syntax.Expression) -> Bool {
        if case .number = value.node { return true }
        return false
    }

    /// Labels of arguments that say how bytes are read, not which.
    private static let settings: Set<String> = [
        "using", "encoding", "as", "count", "length", "options", "capacity", "allowLossyConversion",
    ]
}

extension CodeScope {
    /// Whether a call may fill the local value `name`, or change it in place.
    fileprivate func fills(_ name: String) -> Bool {
        !calls(filling: name).isEmpty
            || calls(on: name).contains { Self.changing.contains($0.call.name ?? "") }
    }

    private static let changing: Set<String> = [
        "append", "withUnsafeMutableBytes", "withUnsafeMutableBufferPointer", "mutableBytes",
        "insert", "appendString:", "appendFormat:", "appendData:", "appendBytes:length:",
    ]
}
