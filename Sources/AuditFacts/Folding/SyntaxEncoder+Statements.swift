extension SyntaxEncoder {
    mutating func put(_ body: [Syntax.Statement]) { put(body) { $0.put($1) } }

    private mutating func put(_ statement: Syntax.Statement) {
        put(statement.span)
        switch statement.kind {
        case .expression(let value):
            put(SyntaxTag.expression)
            put(value)
        case .variable(let name, let type, let value):
            put(SyntaxTag.variable)
            put(name)
            put(type)
            put(value) { $0.put($1) }
        case .assignment(let target, let value):
            put(SyntaxTag.assignment)
            put(target)
            put(value)
        case .branch(let branch):
            put(SyntaxTag.branch)
            put(branch)
        case .loop(let conditions, let body):
            put(SyntaxTag.loop)
            put(conditions)
            put(body)
        case .attempt(let body, let handlers):
            put(SyntaxTag.attempt)
            put(body)
            put(handlers) { $0.put($1) }
        case .leave(let word, let value):
            put(SyntaxTag.leave)
            put(word)
            put(value) { $0.put($1) }
        case .function(let function):
            put(SyntaxTag.function)
            put(function)
        }
    }

    private mutating func put(_ branch: Syntax.Branch) {
        put(branch.isGuard)
        put(branch.arms) {
            $0.put($1.conditions)
            $0.put($1.body)
        }
    }

    private mutating func put(_ conditions: [Syntax.Condition]) { put(conditions) { $0.put($1) } }

    private mutating func put(_ condition: Syntax.Condition) {
        switch condition {
        case .holds(let value):
            put(SyntaxTag.holds)
            put(value)
        case .binds(let name, let value):
            put(SyntaxTag.binds)
            put(name)
            put(value)
        case .matches(let subject, let pattern):
            put(SyntaxTag.matches)
            put(subject)
            put(pattern)
        }
    }
}
