extension SyntaxDecoder {
    mutating func body() throws(DamagedSyntax) -> [Syntax.Statement] {
        try list { decoder throws(DamagedSyntax) in
            try decoder.nested { decoder throws(DamagedSyntax) in try decoder.statement() }
        }
    }

    private mutating func statement() throws(DamagedSyntax) -> Syntax.Statement {
        let span = try span()
        let kind: Syntax.Statement.Kind
        switch try tag() {
        case .expression: kind = .expression(try expression())
        case .variable:
            kind = .variable(
                name: try text(),
                type: try optionalText(),
                value: try optionalExpression()
            )
        case .assignment: kind = .assignment(target: try expression(), value: try expression())
        case .branch: kind = .branch(try branch())
        case .loop: kind = .loop(try conditions(), try body())
        case .attempt:
            kind = .attempt(
                try body(),
                handlers: try list { decoder throws(DamagedSyntax) in try decoder.body() }
            )
        case .leave: kind = .leave(try text(), try optionalExpression())
        case .function: kind = .function(try function())
        default: throw DamagedSyntax()
        }
        return Syntax.Statement(kind, at: span)
    }

    private mutating func branch() throws(DamagedSyntax) -> Syntax.Branch {
        let isGuard = try flag()
        let arms = try list { decoder throws(DamagedSyntax) in
            Syntax.Branch.Arm(try decoder.conditions(), try decoder.body())
        }
        return Syntax.Branch(arms, isGuard: isGuard)
    }

    private mutating func conditions() throws(DamagedSyntax) -> [Syntax.Condition] {
        try list { decoder throws(DamagedSyntax) in
            switch try decoder.tag() {
            case .holds: .holds(try decoder.expression())
            case .binds: .binds(try decoder.text(), try decoder.expression())
            case .matches:
                .matches(try decoder.expression(), pattern: try decoder.expression())
            default: throw DamagedSyntax()
            }
        }
    }
}
