extension SyntaxDecoder {
    mutating func optionalExpression() throws(DamagedSyntax) -> Syntax.Expression? {
        try flag() ? try expression() : nil
    }

    mutating func expression() throws(DamagedSyntax) -> Syntax.Expression {
        let place = try place()
        let node = try nested { decoder throws(DamagedSyntax) in try decoder.node() }
        return Syntax.Expression(node, at: place)
    }

    mutating func arguments() throws(DamagedSyntax) -> [Syntax.Argument] {
        try list { decoder throws(DamagedSyntax) in
            Syntax.Argument(try decoder.optionalText(), try decoder.expression())
        }
    }

    private mutating func expressions() throws(DamagedSyntax) -> [Syntax.Expression] {
        try list { decoder throws(DamagedSyntax) in try decoder.expression() }
    }

    private mutating func node() throws(DamagedSyntax) -> Syntax.Expression.Node {
        switch try tag() {
        case .text: .text(try list { decoder throws(DamagedSyntax) in try decoder.part() })
        case .number: .number(try text())
        case .boolean: .boolean(try flag())
        case .null: .null
        case .name: .name(try text())
        case .member: try member()
        case .call: .call(Syntax.Call(try expression(), try arguments()))
        case .element: .element(try expression(), try arguments())
        case .list: .list(try expressions())
        case .dictionary:
            .dictionary(
                try list { decoder throws(DamagedSyntax) in
                    Syntax.DictionaryEntry(try decoder.expression(), try decoder.expression())
                }
            )
        case .operation: .operation(try text(), try expressions())
        case .unwrapped: .unwrapped(try expression())
        case .cast: try cast()
        case .closure: .closure(Syntax.Closure(parameters: try texts(), body: try body()))
        case .other: .other(try expressions())
        default: throw DamagedSyntax()
        }
    }

    private mutating func member() throws(DamagedSyntax) -> Syntax.Expression.Node {
        let name = try text()
        return .member(try optionalExpression(), name)
    }

    private mutating func cast() throws(DamagedSyntax) -> Syntax.Expression.Node {
        let type = try text()
        return .cast(try expression(), to: type)
    }

    private mutating func part() throws(DamagedSyntax) -> Syntax.TextPart {
        switch try tag() {
        case .fixed: .fixed(try text())
        case .interpolated: .interpolated(try arguments())
        default: throw DamagedSyntax()
        }
    }
}
