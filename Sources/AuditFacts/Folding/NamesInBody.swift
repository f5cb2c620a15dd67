/// The names that statements call or assign to, each once, in the order of the text.
///
/// Closures and local functions count; the methods of local types are functions of their own.
/// What a call writes through `&name` is not assigned here: the call is where it happens.
package struct NamesInBody {
    /// What stands among ``called`` for a text that asks for something by name: `"?token=\(token)"`.
    package static let query = "?="

    /// What stands among ``called`` for a text of letters and digits without a space, as passwords and
    /// keys are: `"8f14e45fceea167a"`.
    package static let token = "0a"

    /// The names of functions, methods (Objective-C: selectors) and initializers that are called,
    /// ``query`` and ``token``.
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
        if Self.isToken(text), seenCalled.insert(Self.token).inserted { called.append(Self.token) }
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }),
            text.utf8.last == UInt8(ascii: "=") || text.contains("=%@"),
            seenCalled.insert(Self.query).inserted
        else { return }
        called.append(Self.query)
    }

    private static func isToken(_ text: String) -> Bool {
        guard (8...512).contains(text.utf8.count) else { return false }
        let text =
            ["Bearer ", "Basic "].first(where: text.hasPrefix).map {
                text.dropFirst($0.count)
            } ?? text[...]
        var hasDigit = false
        var hasLetter = false
        for byte in text.utf8 {
            guard (0x21..<0x7F).contains(byte) else { return false }
            hasDigit = hasDigit || (0x30...0x39).contains(byte)
            hasLetter = hasLetter || (0x61...0x7A).contains(byte | 0x20)
        }
        return hasDigit && hasLetter
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
