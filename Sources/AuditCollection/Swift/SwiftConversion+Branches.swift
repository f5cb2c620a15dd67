import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    /// An `if` with all its `else if`, without recursion.
    mutating func branch(_ node: IfExprSyntax) -> Syntax.Branch {
        var arms: [Syntax.Branch.Arm] = []
        var next: IfExprSyntax? = node
        while let node = next {
            next = nil
            let conditions = conditions(node.conditions)
            arms.append(Syntax.Branch.Arm(conditions, statements(node.body.statements)))
            switch node.elseBody {
            case .ifExpr(let other): next = other
            case .codeBlock(let block):
                arms.append(Syntax.Branch.Arm([], statements(block.statements)))
            case nil: break
            }
        }
        return Syntax.Branch(arms)
    }

    mutating func branch(_ node: SwitchExprSyntax) -> Syntax.Branch {
        var arms: [Syntax.Branch.Arm] = []
        var subject = expression(node.subject)
        let callsSomething = subject.parts.contains {
            if case .call = $0.node { true } else { false }
        }
        for item in node.cases { self.arms(item, subject: &subject, callsSomething, into: &arms) }
        return Syntax.Branch(arms)
    }

    private mutating func arms(
        _ item: SwitchCaseListSyntax.Element,
        subject: inout Syntax.Expression,
        _ callsSomething: Bool,
        into arms: inout [Syntax.Branch.Arm]
    ) {
        switch item {
        case .switchCase(let node):
            let conditions = conditions(node.label, subject: subject)
            arms.append(Syntax.Branch.Arm(conditions, statements(node.statements)))
            // What is called there is seen once.
            if callsSomething { subject = Syntax.Expression(.other([]), at: subject.place) }
        case .ifConfigDecl(let config):
            for case .switchCases(let live) in liveClauses(config) {
                for item in live {
                    nested(item, orElse: ()) {
                        $0.arms(item, subject: &subject, callsSomething, into: &arms)
                    }
                }
            }
        }
    }

    private mutating func conditions(
        _ label: SwitchCaseSyntax.Label,
        subject: Syntax.Expression
    ) -> [Syntax.Condition] {
        guard case .case(let label) = label else { return [] }
        let patterns = label.caseItems.map { pattern($0.pattern) }
        var conditions: [Syntax.Condition] = []
        if patterns.count == 1 {
            conditions.append(.matches(subject, pattern: patterns[0]))
        } else {
            let any = Syntax.Expression(.other(patterns), at: place(label.caseItems))
            conditions.append(.matches(subject, pattern: any))
        }
        for item in label.caseItems {
            if let filter = item.whereClause {
                conditions.append(.holds(expression(filter.condition)))
            }
        }
        return conditions
    }

    mutating func conditions(_ list: ConditionElementListSyntax) -> [Syntax.Condition] {
        list.map { element in
            switch element.condition {
            case .expression(let node): .holds(expression(node))
            case .availability(let node): .holds(availability(node))
            case .matchingPattern(let node):
                .matches(expression(node.initializer.value), pattern: pattern(node.pattern))
            case .optionalBinding(let node): binding(node)
            }
        }
    }

    /// `let name = value`; the short `let name` binds it to itself.
    private mutating func binding(_ node: OptionalBindingConditionSyntax) -> Syntax.Condition {
        let own = boundNames(node.pattern).first ?? "_"
        if let initializer = node.initializer { return .binds(own, expression(initializer.value)) }
        return .binds(own, Syntax.Expression(.name(own), at: place(node.pattern)))
    }

    /// `#available(iOS 17, *)` as a call with the systems as labels.
    private func availability(_ node: AvailabilityConditionSyntax) -> Syntax.Expression {
        let place = place(node)
        let arguments = node.availabilityArguments.compactMap { item -> Syntax.Argument? in
            switch item.argument {
            case .token(let token):
                Syntax.Argument(nil, Syntax.Expression(.name(token.text), at: self.place(token)))
            case .availabilityVersionRestriction(let node):
                Syntax.Argument(
                    node.platform.text,
                    Syntax.Expression(
                        .number(node.version.map { text($0) } ?? ""),
                        at: self.place(node)
                    )
                )
            case .availabilityLabeledArgument: nil
            }
        }
        let callee = Syntax.Expression(.name(node.availabilityKeyword.text), at: place)
        return Syntax.Expression(.call(Syntax.Call(callee, arguments)), at: place)
    }

    /// A pattern as the expression it looks like; what it binds are names.
    mutating func pattern(_ node: PatternSyntax) -> Syntax.Expression {
        nested(node, orElse: Syntax.Expression(.other([]), at: place(node))) { $0.convert(node) }
    }

    private mutating func convert(_ node: PatternSyntax) -> Syntax.Expression {
        switch node.as(PatternSyntaxEnum.self) {
        case .expressionPattern(let node): return expression(node.expression)
        case .identifierPattern(let node):
            return Syntax.Expression(.name(name(node.identifier)), at: place(node))
        case .valueBindingPattern(let node): return pattern(node.pattern)
        case .isTypePattern(let node):
            let type = Syntax.Expression(.name(text(node.type)), at: place(node.type))
            return Syntax.Expression(.operation("is", [type]), at: place(node))
        case .tuplePattern(let node):
            return Syntax.Expression(
                .other(node.elements.map { pattern($0.pattern) }),
                at: place(node)
            )
        default: return Syntax.Expression(.other([]), at: place(node))
        }
    }
}
#endif
