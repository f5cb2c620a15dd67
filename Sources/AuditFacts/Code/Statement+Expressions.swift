extension Syntax.Statement {
    /// Its expressions, conditions of a branch among them, not those of blocks in it.
    package var expressions: [Syntax.Expression] {
        switch kind {
        case .expression(let value), .variable(_, _, .some(let value)), .leave(_, .some(let value)):
            [value]
        case .assignment(let target, let value): [target, value]
        case .branch(let branch): branch.arms.flatMap(\.conditions).flatMap(\.expressions)
        case .loop(let conditions, _): conditions.flatMap(\.expressions)
        case .variable, .leave, .attempt, .function: []
        }
    }
}

extension Syntax.Condition {
    /// The expressions it is made of.
    package var expressions: [Syntax.Expression] {
        switch self {
        case .holds(let value), .binds(_, let value): [value]
        case .matches(let subject, let pattern): [subject, pattern]
        }
    }
}
