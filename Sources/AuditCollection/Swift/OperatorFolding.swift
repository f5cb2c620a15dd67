import AuditFacts

#if SwiftSources

/// Folds operands and operators in a row into a tree, each once, with two stacks.
struct OperatorFolding {
    private var operands: [Syntax.Expression] = []
    private var operators: [SwiftOperator] = []
    private var operatorCount = 0
    /// Whether all of them join two texts or numbers.
    private var isSum = true

    // A longer row is a sum of all its parts, or a list: as a tree it would be as deep as it is long.
    private static let operatorLimit = 64

    /// How high the tree becomes at most, above the highest operand.
    var height: Int { min(operatorCount, Self.operatorLimit) + 1 }

    mutating func push(_ operand: Syntax.Expression) { operands.append(operand) }

    mutating func push(_ sign: SwiftOperator) {
        reduce(before: sign)
        operators.append(sign)
        operatorCount += 1
        if case .infix("+") = sign { return }
        isSum = false
    }

    /// Applies an operator that has a type as its right side.
    mutating func apply(_ sign: SwiftOperator, at place: SourcePlace) {
        reduce(before: sign)
        operatorCount += 1
        isSum = false
        guard let value = operands.popLast() else { return }
        switch sign {
        case .cast(let type):
            operands.append(Syntax.Expression(.cast(value, to: type), at: value.place))
        case .test(let type):
            let type = Syntax.Expression(.name(type), at: place)
            operands.append(Syntax.Expression(.operation("is", [value, type]), at: value.place))
        case .infix, .ternary: operands.append(value)
        }
    }

    mutating func result(at place: SourcePlace) -> Syntax.Expression {
        while let sign = operators.popLast() { fold(sign) }
        if operands.count == 1 { return operands[0] }
        return Syntax.Expression(isSum ? .operation("+", operands) : .other(operands), at: place)
    }

    private mutating func reduce(before sign: SwiftOperator) {
        guard operatorCount < Self.operatorLimit else {
            // The rest stays a list.
            operators.removeAll()
            return
        }
        while let last = operators.last,
            last.precedence > sign.precedence
                || last.precedence == sign.precedence && !sign.joinsRight
        {
            operators.removeLast()
            fold(last)
        }
    }

    private mutating func fold(_ sign: SwiftOperator) {
        guard operands.count > 1, let right = operands.popLast(), let left = operands.popLast()
        else { return }
        let node: Syntax.Expression.Node
        switch sign {
        case .infix(let name): node = .operation(name, [left, right])
        case .ternary(let middle): node = .operation("?:", [left, middle, right])
        case .cast, .test: node = .other([left, right])
        }
        operands.append(Syntax.Expression(node, at: left.place))
    }
}
#endif
