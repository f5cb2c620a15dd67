import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    /// More links than people write; what is before them is left out.
    static let chainLimit = 256

    /// Members, calls, elements and marks that follow one another, without recursion.
    ///
    /// An implicit member at the start belongs to `root`, in a chain that goes on in an `#if`.
    mutating func chain(_ node: ExprSyntax, root: Syntax.Expression? = nil) -> Syntax.Expression {
        var links: [ExprSyntax] = []
        var base: ExprSyntax? = node
        while let link = base, links.count < Self.chainLimit, let before = Self.before(link) {
            links.append(link)
            base = before
        }
        var value = root
        if let base {
            if Self.before(base) == nil {
                value = expression(base)
            } else {
                deepPlaces.append(place(base))
                value = Syntax.Expression(.other([]), at: place(base))
            }
        }
        for link in links.reversed() { value = append(link, to: value) }
        height += links.count
        return value ?? Syntax.Expression(.other([]), at: place(node))
    }

    /// What `link` follows: `nil` when it is not a link, a `nil` in it for an implicit member.
    private static func before(_ link: ExprSyntax) -> ExprSyntax?? {
        switch link.as(ExprSyntaxEnum.self) {
        case .functionCallExpr(let node): node.calledExpression
        case .subscriptCallExpr(let node): node.calledExpression
        case .optionalChainingExpr(let node): node.expression
        case .forceUnwrapExpr(let node): node.expression
        case .genericSpecializationExpr(let node): node.expression
        case .postfixOperatorExpr(let node): node.expression
        case .memberAccessExpr(let node): .some(node.base)
        case .postfixIfConfigExpr(let node): .some(node.base)
        default: nil
        }
    }

    private mutating func append(
        _ link: ExprSyntax,
        to value: Syntax.Expression?
    ) -> Syntax.Expression {
        let base = value ?? Syntax.Expression(.other([]), at: place(link))
        switch link.as(ExprSyntaxEnum.self) {
        case .memberAccessExpr(let node):
            let name = node.declName.baseName
            return Syntax.Expression(.member(value, self.name(name)), at: place(name))
        case .functionCallExpr(let node):
            let arguments =
                arguments(node.arguments)
                + trailing(node.trailingClosure, node.additionalTrailingClosures)
            return Syntax.Expression(.call(Syntax.Call(base, arguments)), at: base.place)
        case .subscriptCallExpr(let node):
            let arguments =
                arguments(node.arguments)
                + trailing(node.trailingClosure, node.additionalTrailingClosures)
            return Syntax.Expression(.element(base, arguments), at: base.place)
        case .forceUnwrapExpr: return Syntax.Expression(.unwrapped(base), at: base.place)
        case .postfixOperatorExpr(let node):
            return Syntax.Expression(.operation(node.operator.text, [base]), at: base.place)
        case .postfixIfConfigExpr(let node): return continued(base, node.config)
        default: return base
        }
    }

    /// `base` with the links of the clauses that a release build may have.
    private mutating func continued(
        _ base: Syntax.Expression,
        _ config: IfConfigDeclSyntax
    ) -> Syntax.Expression {
        var value = base
        for case .postfixExpression(let node) in liveClauses(config) {
            let start = value
            value = nested(node, orElse: start) { $0.chain(node, root: start) }
        }
        return value
    }
}
#endif
