import AuditFacts

/// Unfolds the statements of a function.
struct ScopeWalk {
    /// How many conditions that come before in the same block are kept, and how many in all; thousands
    /// of them would take quadratic memory.
    private static let earlierLimit = 64
    private static let guardLimit = 256

    var steps: [CodeStep] = []
    var calls: [CallSite] = []
    var bindings: [String: [CodeBinding]] = [:]
    var declared: Set<String> = []
    var handed: [String: [HandedValue]] = [:]

    mutating func visit(_ body: [Syntax.Statement], guards: [CodeStep.Guarding]) {
        var guards = guards
        for statement in body {
            visit(statement, guards: guards)
            if case .branch(let branch) = statement.kind, branch.isGuard,
                guards.count < Self.earlierLimit, let arm = branch.arms.first
            {
                guards += arm.conditions.prefix(Self.earlierLimit).map {
                    CodeStep.Guarding(condition: $0, holds: true)
                }
            }
        }
    }

    private mutating func visit(_ statement: Syntax.Statement, guards: [CodeStep.Guarding]) {
        steps.append(CodeStep(statement: statement, guards: guards))
        switch statement.kind {
        case .expression(let value): visit(value, guards)
        case .variable(let name, let type, let value):
            declared.insert(name)
            bind(name, CodeBinding(place: statement.span.start, type: type, value: value))
            if let value { visit(value, guards) }
        case .assignment(let target, let value):
            if case .name(let name) = target.node {
                bind(name, CodeBinding(place: statement.span.start, type: nil, value: value))
            }
            visit(target, guards)
            visit(value, guards)
        case .branch(let branch): visit(branch, guards)
        case .loop(let conditions, let body):
            visit(conditions, guards)
            visit(body, guards: guards)
        case .attempt(let body, let handlers):
            visit(body, guards: guards)
            for handler in handlers { visit(handler, guards: guards) }
        case .leave(_, let value):
            if let value { visit(value, guards) }
        case .function(let function): visit(function.body, guards: guards)
        }
    }

    private mutating func visit(_ branch: Syntax.Branch, _ guards: [CodeStep.Guarding]) {
        var failed: [CodeStep.Guarding] = []
        for arm in branch.arms {
            visit(arm.conditions, guards)
            let own = arm.conditions.prefix(Self.earlierLimit).map {
                CodeStep.Guarding(condition: $0, holds: !branch.isGuard)
            }
            visit(arm.body, guards: Array((guards + failed + own).suffix(Self.guardLimit)))
            guard failed.count < Self.earlierLimit else { continue }
            failed += arm.conditions.prefix(Self.earlierLimit).map {
                CodeStep.Guarding(condition: $0, holds: false)
            }
        }
    }

    private mutating func visit(_ conditions: [Syntax.Condition], _ guards: [CodeStep.Guarding]) {
        for condition in conditions {
            switch condition {
            case .holds(let value): visit(value, guards)
            case .binds(let name, let value):
                // `if let name` is the same value, wherever it comes from.
                if value.node != .name(name) {
                    declared.insert(name)
                    bind(name, CodeBinding(place: value.place, type: nil, value: value))
                }
                visit(value, guards)
            case .matches(let subject, let pattern):
                bind(pattern, to: subject)
                visit(subject, guards)
                visit(pattern, guards)
            }
        }
    }

    private mutating func visit(_ value: Syntax.Expression, _ guards: [CodeStep.Guarding]) {
        if case .call(let call) = value.node {
            calls.append(CallSite(call: call, place: value.place, step: steps.count - 1))
            hand(call)
        }
        let step = steps.count - 1
        value.forEachChild { visit($0, guards) }
        if case .closure(let closure) = value.node {
            visit(closure.body, guards: guards)
            // What follows in the same statement belongs to it again.
            if steps.count - 1 != step { steps.append(steps[step]) }
        }
    }

    /// Notes what the closures that `call` is given are handed by it.
    private mutating func hand(_ call: Syntax.Call) {
        for (position, argument) in call.arguments.enumerated() {
            guard case .closure(let closure) = argument.value.node else { continue }
            let names = closure.parameters.isEmpty ? ["$0", "$1"] : closure.parameters
            for (index, name) in names.enumerated() {
                let value = HandedValue(
                    place: argument.value.place,
                    call: call,
                    argument: position,
                    index: index
                )
                handed[name, default: []].append(value)
            }
        }
    }

    /// `.success(let value)` binds what the result holds.
    private mutating func bind(_ pattern: Syntax.Expression, to subject: Syntax.Expression) {
        guard case .call(let call) = pattern.node, let choice = call.name,
            call.arguments.count == 1, case .name(let name) = call.arguments[0].value.node,
            Self.holding.contains(choice), !declared.contains(name)
        else { return }
        declared.insert(name)
        bind(name, CodeBinding(place: pattern.place, type: nil, value: subject))
    }

    /// Cases of the standard library that hold the value somebody asked for.
    private static let holding: Set<String> = ["success", "some"]

    private mutating func bind(_ name: String, _ binding: CodeBinding) {
        bindings[name, default: []].append(binding)
    }
}
