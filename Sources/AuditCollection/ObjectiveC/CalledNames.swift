import AuditFacts

/// The names that statements call, each once, in the order of the text.
struct CalledNames {
    private(set) var names: [String] = []
    private var seen: Set<String> = []

    mutating func visit(_ body: [Syntax.Statement]) {
        for statement in body { visit(statement) }
    }

    private mutating func visit(_ statement: Syntax.Statement) {
        switch statement.kind {
        case .expression(let value): visit(value)
        case .variable(_, _, let value), .leave(_, let value):
            if let value { visit(value) }
        case .assignment(let target, let value):
            visit(target)
            visit(value)
        case .branch(let branch):
            for arm in branch.arms {
                visit(arm.conditions)
                visit(arm.body)
            }
        case .loop(let conditions, let body):
            visit(conditions)
            visit(body)
        case .attempt(let body, let handlers):
            visit(body)
            for handler in handlers { visit(handler) }
        case .function(let function): visit(function.body)
        }
    }

    private mutating func visit(_ conditions: [Syntax.Condition]) {
        for condition in conditions {
            switch condition {
            case .holds(let value), .binds(_, let value): visit(value)
            case .matches(let subject, let pattern):
                visit(subject)
                visit(pattern)
            }
        }
    }

    private mutating func visit(_ value: Syntax.Expression) {
        switch value.node {
        case .call(let call):
            if let name = call.name, seen.insert(name).inserted { names.append(name) }
        case .closure(let closure): visit(closure.body)
        default: break
        }
        for child in value.children { visit(child) }
    }
}
