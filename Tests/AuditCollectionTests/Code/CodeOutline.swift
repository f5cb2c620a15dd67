import AuditFacts

/// Facts as short text, for tables of what is expected.
enum CodeOutline {
    static func of(_ statements: [Syntax.Statement]) -> String {
        statements.map(of).joined(separator: "; ")
    }

    static func of(_ statement: Syntax.Statement) -> String {
        switch statement.kind {
        case .expression(let value): of(value)
        case .variable(let name, let type, let value):
            "var \(name)" + (type.map { ": \($0)" } ?? "") + (value.map { " = \(of($0))" } ?? "")
        case .assignment(let target, let value): "\(of(target)) = \(of(value))"
        case .branch(let branch): of(branch)
        case .loop(let conditions, let body): "loop \(of(conditions)){ \(of(body)) }"
        case .attempt(let body, let handlers):
            "do { \(of(body)) }" + handlers.map { " catch { \(of($0)) }" }.joined()
        case .leave(let word, let value): word + (value.map { " \(of($0))" } ?? "")
        case .function(let function): "func \(function.name) { \(of(function.body)) }"
        }
    }

    static func of(_ branch: Syntax.Branch) -> String {
        branch.arms.map { "\(of($0.conditions)){ \(of($0.body)) }" }
            .reduce(branch.isGuard ? "guard" : "if") { "\($0) \($1)" }
    }

    static func of(_ conditions: [Syntax.Condition]) -> String {
        let parts = conditions.map { condition in
            switch condition {
            case .holds(let value): of(value)
            case .binds(let name, let value): "let \(name) = \(of(value))"
            case .matches(let subject, let pattern): "\(of(subject)) ~ \(of(pattern))"
            }
        }
        return parts.isEmpty ? "" : parts.joined(separator: ", ") + " "
    }

    static func of(_ arguments: [Syntax.Argument]) -> String {
        arguments.map { ($0.label.map { "\($0): " } ?? "") + of($0.value) }
            .joined(separator: ", ")
    }

    static func of(_ value: Syntax.Expression) -> String {
        switch value.node {
        case .text(let parts): "\"" + parts.map(of).joined() + "\""
        case .number(let digits): digits
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .null: "nil"
        case .name(let name): name
        case .member(let base, let name): (base.map(of) ?? "") + "." + name
        case .call(let call): "\(of(call.callee))(\(of(call.arguments)))"
        case .element(let base, let arguments): "\(of(base))[\(of(arguments))]"
        case .list(let values): "[\(values.map(of).joined(separator: ", "))]"
        case .dictionary(let entries):
            "[" + entries.map { "\(of($0.key)): \(of($0.value))" }.joined(separator: ", ") + "]!"
        case .operation(let sign, let values):
            "(\(sign) \(values.map(of).joined(separator: " ")))"
        case .unwrapped(let value): of(value) + "!"
        case .cast(let value, let type): "(\(of(value)) as \(type))"
        case .closure(let closure):
            "{ \(closure.parameters.joined(separator: ", ")) in \(of(closure.body)) }"
        case .other(let values): "<\(values.map(of).joined(separator: ", "))>"
        }
    }

    static func of(_ part: Syntax.TextPart) -> String {
        switch part {
        case .fixed(let text): text
        case .interpolated(let arguments): "\\(\(of(arguments)))"
        }
    }
}
