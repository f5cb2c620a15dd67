/// The names that statements call or assign to, each once, in the order of the text.
///
/// Closures and local functions count; the methods of local types are functions of their own.
/// What a call writes through `&name` is not assigned here: the call is where it happens.
package struct NamesInBody {
    /// What stands among ``called`` for a text that asks for something by name: `"?token=\(token)"`.
    package static let query = "?="

    /// The names of functions, methods (Objective-C: selectors) and initializers that are called, and
    /// ``query``.
    package private(set) var called: [String] = []
    /// The last names of what is assigned to, by `=` or another assigning operator.
    ///
    /// Of `a.b = c` and `a.b[c] = d` that is `b`. Local names are among them.
    package private(set) var assigned: [String] = []
    /// Whether a closure or block is among the statements.
    package private(set) var haveClosure = false
    private var seenCalled: Set<String> = []
    private var seenAssigned: Set<String> = []

    /// The names in `body`.
    package init(_ body: [Syntax.Statement]) { visit(body) }

    /// The names in `value`.
    package init(_ value: Syntax.Expression) { visit(value) }

    private mutating func visit(_ body: [Syntax.Statement]) {
        for statement in body { visit(statement) }
    }

    private mutating func visit(_ statement: Syntax.Statement) {
        switch statement.kind {
        case .expression(let value): visit(value)
        case .variable(_, _, let value), .leave(_, let value):
            if let value { visit(value) }
        case .assignment(let target, let value):
            assign(to: target)
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

    private mutating func visit(_ arguments: [Syntax.Argument]) {
        for argument in arguments { visit(argument.value) }
    }

    // Not by `children`: every expression of an app comes by here, and each would make an array.
    private mutating func visit(_ value: Syntax.Expression) {
        switch value.node {
        case .number, .boolean, .null, .name: break
        case .text(let parts):
            for part in parts {
                switch part {
                case .fixed(let text): visit(text)
                case .interpolated(let arguments): visit(arguments)
                }
            }
        case .member(let base, _):
            if let base { visit(base) }
        case .call(let call):
            if let name = call.name, seenCalled.insert(name).inserted { called.append(name) }
            visit(call.callee)
            visit(call.arguments)
        case .element(let base, let arguments):
            visit(base)
            visit(arguments)
        case .list(let values), .other(let values):
            for value in values { visit(value) }
        case .operation(let sign, let operands):
            if Self.assigns(sign), let target = operands.first { assign(to: target) }
            for operand in operands { visit(operand) }
        case .dictionary(let entries):
            for entry in entries {
                visit(entry.key)
                visit(entry.value)
            }
        case .unwrapped(let value), .cast(let value, _): visit(value)
        case .closure(let closure):
            haveClosure = true
            visit(closure.body)
        }
    }

    private mutating func visit(_ text: String) {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }),
            text.utf8.last == UInt8(ascii: "=") || text.contains("=%@"),
            seenCalled.insert(Self.query).inserted
        else { return }
        called.append(Self.query)
    }

    private mutating func assign(to target: Syntax.Expression) {
        switch target.node {
        case .name("_"): break
        case .name(let name), .member(_, let name):
            if seenAssigned.insert(name).inserted { assigned.append(name) }
        case .element(let base, _), .unwrapped(let base), .cast(let base, _): assign(to: base)
        case .other(let targets):
            for target in targets { assign(to: target) }
        default: break
        }
    }

    private static func assigns(_ sign: String) -> Bool {
        sign.utf8.last == UInt8(ascii: "=") && !comparisons.contains(sign)
    }

    private static let comparisons: Set<String> = [
        "==", "!=", "===", "!==", "<=", ">=", "~=", ".==", ".!=", ".<=", ".>=",
    ]
}
