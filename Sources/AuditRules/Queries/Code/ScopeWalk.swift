import AuditFacts

/// Unfolds the statements of a function.
struct ScopeWalk {
    /// How many conditions that come before in the same block are kept, and how many in all; thousands
    /// of them would take quadratic memory.
    private static let earlierLimit = 64
    private static let guardLimit = 256

    var steps: [CodeStep] = []
    var calls: [CallSite] = []
    private var locals = LocalVariableWalk()

    var variables: LocalVariables { locals.variables }

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

    /// Visits what stands between braces.
    private mutating func visitBlock(_ body: [Syntax.Statement], _ guards: [CodeStep.Guarding]) {
        locals.enter()
        visit(body, guards: guards)
        locals.leave()
    }

    private mutating func visit(_ statement: Syntax.Statement, guards: [CodeStep.Guarding]) {
        steps.append(CodeStep(statement: statement, guards: guards))
        let start = statement.span.start
        locals.reach(start)
        switch statement.kind {
        case .expression(let value): visit(value, guards)
        case .variable(let name, let type, let value):
            if let value { visit(value, guards) }
            locals.declare(name)
            locals.bind(name, at: start, type: type, value: value)
        case .assignment(let target, let value):
            visit(target, guards)
            visit(value, guards)
            if case .name(let name) = target.node { locals.bind(name, at: start, value: value) }
        case .branch(let branch): visit(branch, guards)
        case .loop(let conditions, let body):
            locals.enter()
            visit(conditions, guards)
            visit(body, guards: guards)
            locals.leave()
        case .attempt(let body, let handlers):
            for block in [body] + handlers { visitBlock(block, guards) }
        case .leave(_, let value):
            if let value { visit(value, guards) }
        case .function(let function): visit(function, guards)
        }
    }

    private mutating func visit(_ function: Syntax.Function, _ guards: [CodeStep.Guarding]) {
        locals.enter()
        for parameter in function.parameters {
            locals.declare(parameter.name)
            let start = function.span.start
            locals.bind(parameter.name, at: start, type: parameter.type, value: nil)
        }
        visit(function.body, guards: guards)
        locals.leave()
    }

    private mutating func visit(_ branch: Syntax.Branch, _ guards: [CodeStep.Guarding]) {
        var failed: [CodeStep.Guarding] = []
        var blocks: [Int] = []
        for arm in branch.arms {
            // What a guard binds is there after it.
            if branch.isGuard { visit(arm.conditions, guards) }
            locals.enter()
            if !branch.isGuard { visit(arm.conditions, guards) }
            let own = arm.conditions.prefix(Self.earlierLimit).map {
                CodeStep.Guarding(condition: $0, holds: !branch.isGuard)
            }
            visit(arm.body, guards: Array((guards + failed + own).suffix(Self.guardLimit)))
            blocks.append(locals.leave())
            guard failed.count < Self.earlierLimit else { continue }
            failed += arm.conditions.prefix(Self.earlierLimit).map {
                CodeStep.Guarding(condition: $0, holds: false)
            }
        }
        locals.join(blocks)
    }

    private mutating func visit(_ conditions: [Syntax.Condition], _ guards: [CodeStep.Guarding]) {
        for condition in conditions {
            switch condition {
            case .holds(let value): visit(value, guards)
            case .binds(let name, let value):
                visit(value, guards)
                // `if let name` is the same value, wherever it comes from.
                if value.node != .name(name) { bind(name, at: value.place, value) }
            case .matches(let subject, let pattern):
                visit(subject, guards)
                visit(pattern, guards)
                bind(pattern, to: subject)
            }
        }
    }

    private mutating func visit(_ value: Syntax.Expression, _ guards: [CodeStep.Guarding]) {
        locals.reach(value.place)
        switch value.node {
        case .call(let call):
            calls.append(CallSite(call: call, place: value.place, step: steps.count - 1))
            visit(call.callee, guards)
            for (position, argument) in call.arguments.enumerated() {
                if case .closure(let closure) = argument.value.node {
                    visit(closure, argument.value.place, of: (call, position), guards)
                } else {
                    visit(argument.value, guards)
                }
            }
        case .closure(let closure): visit(closure, value.place, of: nil, guards)
        default:
            value.forEachChild { visit($0, guards) }
            add(value)
        }
    }

    /// `text += value` leaves in it what it had.
    private mutating func add(_ value: Syntax.Expression) {
        guard case .operation("+=", let operands) = value.node, operands.count == 2,
            case .name(let name) = operands[0].node
        else { return }
        locals.bind(name, at: value.place, value: operands[1], isAddition: true)
    }

    private mutating func visit(
        _ closure: Syntax.Closure,
        _ place: SourcePlace,
        of taker: (call: Syntax.Call, argument: Int)?,
        _ guards: [CodeStep.Guarding]
    ) {
        let step = steps.count - 1
        locals.reach(place)
        locals.enter()
        let names = closure.parameters.isEmpty ? ["$0", "$1"] : closure.parameters
        for (index, name) in names.enumerated() {
            let handed = taker.map {
                HandedValue(place: place, call: $0.call, argument: $0.argument, index: index)
            }
            locals.declare(name, handed: handed)
        }
        visit(closure.body, guards: guards)
        locals.leave()
        // What follows in the same statement belongs to it again.
        if steps.count - 1 != step { steps.append(steps[step]) }
    }

    private mutating func bind(
        _ name: String,
        at place: SourcePlace,
        _ value: Syntax.Expression
    ) {
        locals.declare(name)
        locals.bind(name, at: place, value: value)
    }

    /// `.success(let value)` binds what the result holds.
    private mutating func bind(_ pattern: Syntax.Expression, to subject: Syntax.Expression) {
        guard case .call(let call) = pattern.node, let choice = call.name,
            call.arguments.count == 1, case .name(let name) = call.arguments[0].value.node,
            Self.holding.contains(choice)
        else { return }
        bind(name, at: pattern.place, subject)
    }

    /// Cases of the standard library that hold the value somebody asked for.
    private static let holding: Set<String> = ["success", "some"]
}
