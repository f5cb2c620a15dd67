extension Statement {
    /// Its expressions, conditions of a branch among them, not those of blocks in it.
    var expressions: [Expression] {
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
