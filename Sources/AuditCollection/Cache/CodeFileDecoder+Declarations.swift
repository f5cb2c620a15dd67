import AuditFacts

extension CodeFileDecoder {
    mutating func type() throws(DamagedCache) -> Syntax.TypeDeclaration {
        let name = try text()
        guard let kind = Syntax.TypeDeclaration.Kind(rawValue: try byte()) else {
            throw DamagedCache()
        }
        return Syntax.TypeDeclaration(
            name: name,
            kind: kind,
            inherited: try texts(),
            members: try texts(),
            span: try span()
        )
    }

    mutating func function() throws(DamagedCache) -> Syntax.Function {
        Syntax.Function(
            name: try text(),
            type: try optionalText(),
            parameters: try list { decoder throws(DamagedCache) in
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
            body: try body()
        )
    }

    mutating func variable() throws(DamagedCache) -> Syntax.Variable {
        Syntax.Variable(
            name: try text(),
            owner: try optionalText(),
            type: try optionalText(),
            isConstant: try flag(),
            attributes: try list { decoder throws(DamagedCache) in
                Syntax.Attribute(try decoder.text(), try decoder.arguments())
            },
            value: try optionalExpression(),
            span: try span()
        )
    }
}
