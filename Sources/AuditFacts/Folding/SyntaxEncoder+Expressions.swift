extension SyntaxEncoder {
    mutating func put(_ arguments: [Syntax.Argument]) {
        put(arguments) {
            $0.put($1.label)
            $0.put($1.value)
        }
    }

    private mutating func put(_ values: [Syntax.Expression]) { put(values) { $0.put($1) } }

    mutating func put(_ value: Syntax.Expression) {
        put(value.place)
        switch value.node {
        case .text(let parts):
            put(SyntaxTag.text)
            put(parts) { $0.put($1) }
        case .number(let digits): put(.number, digits)
        case .name(let name): put(.name, name)
        case .boolean(let isTrue):
            put(SyntaxTag.boolean)
            put(isTrue)
        case .null: put(SyntaxTag.null)
        case .member(let base, let name):
            put(.member, name)
            put(base) { $0.put($1) }
        case .call(let call):
            put(SyntaxTag.call)
            put(call.callee)
            put(call.arguments)
        case .element(let base, let arguments):
            put(SyntaxTag.element)
            put(base)
            put(arguments)
        default: putGroup(value.node)
        }
    }

    private mutating func putGroup(_ node: Syntax.Expression.Node) {
        switch node {
        case .list(let values):
            put(SyntaxTag.list)
            put(values)
        case .dictionary(let entries):
            put(SyntaxTag.dictionary)
            put(entries) {
                $0.put($1.key)
                $0.put($1.value)
            }
        case .operation(let sign, let values):
            put(.operation, sign)
            put(values)
        case .unwrapped(let value):
            put(SyntaxTag.unwrapped)
            put(value)
        case .cast(let value, let type):
            put(.cast, type)
            put(value)
        case .closure(let closure):
            put(SyntaxTag.closure)
            put(closure.parameters)
            put(closure.body)
        case .other(let values):
            put(SyntaxTag.other)
            put(values)
        case .text, .number, .boolean, .null, .name, .member, .call, .element: break
        }
    }

    private mutating func put(_ tag: SyntaxTag, _ text: String) {
        put(tag)
        put(text)
    }

    private mutating func put(_ part: Syntax.TextPart) {
        switch part {
        case .fixed(let text): put(.fixed, text)
        case .interpolated(let arguments):
            put(SyntaxTag.interpolated)
            put(arguments)
        }
    }
}
