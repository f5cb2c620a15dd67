extension Syntax.Expression {
    /// The expressions it is made of; a closure's statements are not among them.
    package var children: [Syntax.Expression] {
        var all: [Syntax.Expression] = []
        forEachChild { all.append($0) }
        return all
    }

    /// Calls `body` with each of the expressions it is made of, in order.
    package func forEachChild(_ body: (Syntax.Expression) -> Void) {
        switch node {
        case .text(let parts):
            for part in parts {
                guard case .interpolated(let arguments) = part else { continue }
                for argument in arguments { body(argument.value) }
            }
        case .number, .boolean, .null, .name, .closure: break
        case .member(let base, _):
            if let base { body(base) }
        case .call(let call):
            body(call.callee)
            for argument in call.arguments { body(argument.value) }
        case .element(let base, let arguments):
            body(base)
            for argument in arguments { body(argument.value) }
        case .list(let values), .operation(_, let values), .other(let values):
            for value in values { body(value) }
        case .dictionary(let entries):
            for entry in entries {
                body(entry.key)
                body(entry.value)
            }
        case .unwrapped(let value), .cast(let value, _): body(value)
        }
    }

    /// It and everything in it, in the order of the text; closures' statements are left out.
    package var parts: [Syntax.Expression] {
        var all: [Syntax.Expression] = []
        forEachPart { all.append($0) }
        return all
    }

    /// Whether `isSought` holds for it or anything in it; closures' statements are left out.
    package func hasPart(_ isSought: (Syntax.Expression) -> Bool) -> Bool {
        if isSought(self) { return true }
        var isFound = false
        forEachChild { isFound = isFound || $0.hasPart(isSought) }
        return isFound
    }

    /// Calls `body` with it and everything in it, in the order of the text; closures' statements are
    /// left out.
    package func forEachPart(_ body: (Syntax.Expression) -> Void) {
        body(self)
        forEachChild { $0.forEachPart(body) }
    }

    /// The parts that its value may be made of: what is only compared or tested is left out.
    package var valueParts: [Syntax.Expression] {
        var all: [Syntax.Expression] = []
        add(to: &all) { part in
            guard case .operation(let symbol, _) = part.node else { return true }
            return !Self.tests.contains(symbol)
        }
        return all
    }

    private static let tests: Set<String> = [
        "==", "!=", "===", "!==", "<", ">", "<=", ">=", "~=", "!", "is",
    ]

    private func add(to all: inout [Syntax.Expression], _ isWanted: (Syntax.Expression) -> Bool) {
        guard isWanted(self) else { return }
        all.append(self)
        forEachChild { $0.add(to: &all, isWanted) }
    }

    /// The text of a literal without interpolations.
    package var literal: String? {
        guard case .text(let parts) = node else { return nil }
        var text = ""
        for part in parts {
            guard case .fixed(let piece) = part else { return nil }
            text += piece
        }
        return text
    }

    /// The last name of an identifier or member: `complete` of `.complete` and `FileProtectionType.complete`.
    package var lastName: String? {
        switch node {
        case .name(let name), .member(_, let name): name
        case .unwrapped(let value), .cast(let value, _): value.lastName
        default: nil
        }
    }
}

extension Syntax.Expression {
    /// It with closures that do nothing in place of those in it, but for those among parts that no
    /// rule asks for.
    package var withoutClosureBodies: Syntax.Expression {
        Syntax.Expression(nodeWithoutClosureBodies, at: place)
    }

    private var nodeWithoutClosureBodies: Node {
        func bare(_ arguments: [Syntax.Argument]) -> [Syntax.Argument] {
            arguments.map { Syntax.Argument($0.label, $0.value.withoutClosureBodies) }
        }
        switch node {
        case .closure(let closure):
            return .closure(Syntax.Closure(parameters: closure.parameters, body: []))
        case .call(let call):
            return .call(Syntax.Call(call.callee.withoutClosureBodies, bare(call.arguments)))
        case .member(let base, let name): return .member(base?.withoutClosureBodies, name)
        case .element(let base, let arguments):
            return .element(base.withoutClosureBodies, bare(arguments))
        case .list(let values): return .list(values.map(\.withoutClosureBodies))
        case .operation(let sign, let operands):
            return .operation(sign, operands.map(\.withoutClosureBodies))
        case .dictionary(let entries):
            return .dictionary(
                entries.map {
                    Syntax.DictionaryEntry(
                        $0.key.withoutClosureBodies,
                        $0.value.withoutClosureBodies
                    )
                }
            )
        case .unwrapped(let value): return .unwrapped(value.withoutClosureBodies)
        case .cast(let value, let type): return .cast(value.withoutClosureBodies, to: type)
        case .text, .number, .boolean, .null, .name, .other: return node
        }
    }
}

extension Syntax.Statement {
    /// Its expressions, conditions of a branch among them, not those of blocks in it.
    package var expressions: [Syntax.Expression] {
        switch kind {
        case .expression(let value), .variable(_, _, .some(let value)), .leave(_, .some(let value)):
            [value]
        case .assignment(let target, let value): [target, value]
        case .branch(let branch): branch.arms.flatMap(\.conditions).flatMap(\.expressions)
        case .loop(let conditions, _): conditions.flatMap(\.expressions)
        case .variable, .leave, .attempt, .function: []
        }
    }

    /// The blocks in it, those of a local function and of its expressions' closures not among them.
    package var blocks: [[Syntax.Statement]] {
        switch kind {
        case .branch(let branch): branch.arms.map(\.body)
        case .loop(_, let body): [body]
        case .attempt(let body, let handlers): [body] + handlers
        case .expression, .variable, .assignment, .leave, .function: []
        }
    }
}

extension Syntax.Condition {
    /// The expressions it is made of.
    package var expressions: [Syntax.Expression] {
        switch self {
        case .holds(let value), .binds(_, let value): [value]
        case .matches(let subject, let pattern): [subject, pattern]
        }
    }
}
