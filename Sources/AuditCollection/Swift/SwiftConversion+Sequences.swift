import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    /// Operands and operators in a row, folded by precedence.
    mutating func sequence(_ node: SequenceExprSyntax) -> Syntax.Expression {
        var folding = OperatorFolding()
        var type: SwiftOperator?
        for element in node.elements {
            if let pending = type {
                // What follows `as` and `is` is a type.
                folding.apply(pending.with(text(element)), at: place(element))
                type = nil
            } else if let sign = sign(element) {
                if sign.takesType { type = sign } else { folding.push(sign) }
            } else {
                folding.push(expression(element))
            }
        }
        height += folding.height
        return folding.result(at: place(node))
    }

    private mutating func sign(_ node: ExprSyntax) -> SwiftOperator? {
        switch node.as(ExprSyntaxEnum.self) {
        case .binaryOperatorExpr(let node): .infix(node.operator.text)
        case .assignmentExpr: .infix("=")
        case .arrowExpr: .infix("->")
        case .unresolvedTernaryExpr(let node): .ternary(expression(node.thenExpression))
        case .unresolvedAsExpr: .cast(to: "")
        case .unresolvedIsExpr: .test("")
        default: nil
        }
    }
}
#endif
