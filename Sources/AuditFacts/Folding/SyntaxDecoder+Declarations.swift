extension SyntaxDecoder {
    mutating func type() throws(DamagedSyntax) -> Syntax.TypeDeclaration {
        let name = try text()
        guard let kind = Syntax.TypeDeclaration.Kind(rawValue: try byte()) else {
            throw DamagedSyntax()
        }
        return Syntax.TypeDeclaration(
            name: name,
            kind: kind,
            inherited: try texts(),
            members: try texts(),
            span: try span()
        )
    }

    mutating func function() throws(DamagedSyntax) -> Syntax.Function {
        let open = Syntax.Function(
            name: try text(),
            type: try optionalText(),
            parameters: try list { decoder throws(DamagedSyntax) in
                Syntax.Parameter(
                    label: try decoder.optionalText(),
                    name: try decoder.text(),
                    type: try decoder.optionalText()
                )
            },
            returnType: try optionalText(),
            modifiers: try texts(),
            span: try span(),
            callees: try texts(),
            assigned: try texts(),
            body: []
        )
        if try flag() { return open.with(body: [], folded: try folded()) }
        return open.with(body: try body())
    }

    /// Where a folded body is; a body in which this stands has none beside it.
    private mutating func folded() throws(DamagedSyntax) -> FoldedBody {
        guard let bodies else { throw DamagedSyntax() }
        let start = try number()
        return FoldedBody(in: bodies, start..<start + (try number()))
    }

    mutating func variable() throws(DamagedSyntax) -> Syntax.Variable {
        Syntax.Variable(
            name: try text(),
            owner: try optionalText(),
            type: try optionalText(),
            isConstant: try flag(),
            attributes: try list { decoder throws(DamagedSyntax) in
                Syntax.Attribute(try decoder.text(), try decoder.arguments())
            },
            value: try optionalExpression(),
            span: try span()
        )
    }
}
