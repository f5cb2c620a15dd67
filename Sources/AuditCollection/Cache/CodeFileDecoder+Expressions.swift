import AuditFacts

extension CodeFileDecoder {
    mutating func optionalExpression() throws(DamagedCache) -> Syntax.Expression? {
        try flag() ? try expression() : nil
    }

    mutating func expression() throws(DamagedCache) -> Syntax.Expression {
        let place = try place()
        let node = try nested { decoder throws(DamagedCache) in try decoder.node() }
        return Syntax.Expression(node, at: place)
    }

    mutating func arguments() throws(DamagedCache) -> [Syntax.Argument] {
        try list { decoder throws(DamagedCache) in
            Syntax.Argument(try decoder.optionalText(), try decoder.expression())
        }
    }

    private mutating func expressions() throws(DamagedCache) -> [Syntax.Expression] {
        try list { decoder throws(DamagedCache) in try decoder.expression() }
    }

    private mutating func node() throws(DamagedCache) -> Syntax.Expression.Node {
        switch try tag() {
        case .text: .text(try list { decoder throws(DamagedCache) in try decoder.part() })
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
                try list { decoder throws(DamagedCache) in
                    Syntax.DictionaryEntry(try decoder.expression(), try decoder.expression())
                }
            )
        case .operation: .operation(try text(), try expressions())
        case .unwrapped: .unwrapped(try expression())
        case .cast: try cast()
        case .closure: .closure(Syntax.Closure(parameters: try texts(), body: try body()))
        case .other: .other(try expressions())
        default: throw DamagedCache()
        }
    }

    private mutating func member() throws(DamagedCache) -> Syntax.Expression.Node {
        let name = try text()
        return .member(try optionalExpression(), name)
    }

    private mutating func cast() throws(DamagedCache) -> Syntax.Expression.Node {
        let type = try text()
        return .cast(try expression(), to: type)
    }

    private mutating func part() throws(DamagedCache) -> Syntax.TextPart {
        switch try tag() {
        case .fixed: .fixed(try text())
        case .interpolated: .interpolated(try arguments())
        default: throw DamagedCache()
        }
    }
}
