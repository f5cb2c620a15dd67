import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    mutating func statements(_ items: CodeBlockItemListSyntax) -> [Syntax.Statement] {
        var body: [Syntax.Statement] = []
        for item in items { statement(item, into: &body) }
        return body
    }

    mutating func statement(_ item: CodeBlockItemSyntax, into body: inout [Syntax.Statement]) {
        nested(item, orElse: ()) {
            switch item.item {
            case .decl(let node): $0.local(node, into: &body)
            case .stmt(let node): $0.statement(node, into: &body)
            case .expr(let node): body.append($0.evaluated(node))
            }
        }
    }

    /// A declaration inside a function.
    private mutating func local(_ node: DeclSyntax, into body: inout [Syntax.Statement]) {
        switch node.as(DeclSyntaxEnum.self) {
        case .variableDecl(let node): locals(node, into: &body)
        case .functionDecl(let node):
            body.append(Syntax.Statement(.function(function(node, isLocal: true)), at: span(node)))
        case .ifConfigDecl(let node):
            for case .statements(let live) in liveClauses(node) {
                body += statements(live)
            }
        default: declaration(node)
        }
    }

    private mutating func locals(_ node: VariableDeclSyntax, into body: inout [Syntax.Statement]) {
        let modifiers = modifiers(node.modifiers, node.attributes)
        for binding in node.bindings {
            let type = binding.typeAnnotation.map { text($0.type) }
            let value = binding.initializer.map { expression($0.value) }
            let span = node.bindings.count == 1 ? span(node) : span(binding)
            let names = boundNames(binding.pattern)
            if names.isEmpty, let value {
                body.append(Syntax.Statement(.expression(value), at: span))
            }
            let isComputed = binding.accessorBlock != nil && !isStored(binding)
            for (name, part) in zip(names, parts(of: value, among: names.count)) where !isComputed {
                body.append(
                    Syntax.Statement(.variable(name: name, type: type, value: part), at: span)
                )
            }
            guard let block = binding.accessorBlock, let name = names.first else { continue }
            let accessors = accessors(
                block,
                of: name,
                type: type,
                modifiers: modifiers,
                isLocal: true
            )
            for accessor in accessors {
                body.append(Syntax.Statement(.function(accessor), at: accessor.span))
            }
        }
    }

    /// What each of several names is bound to: the first has the whole value, so that what is
    /// called in it is seen once.
    private func parts(of value: Syntax.Expression?, among count: Int) -> [Syntax.Expression?] {
        guard count > 1, let value else { return Array(repeating: value, count: count) }
        if case .other(let parts) = value.node, parts.count == count { return parts }
        let rest = Syntax.Expression(.other([]), at: value.place)
        return [Syntax.Expression(.other([value]), at: value.place)]
            + Array(repeating: rest, count: count - 1)
    }

    private mutating func statement(_ node: StmtSyntax, into body: inout [Syntax.Statement]) {
        switch node.as(StmtSyntaxEnum.self) {
        case .expressionStmt(let node): body.append(evaluated(node.expression))
        case .labeledStmt(let node): labeled(node, into: &body)
        case .guardStmt(let node):
            let conditions = conditions(node.conditions)
            let arm = Syntax.Branch.Arm(conditions, statements(node.body.statements))
            add(.branch(Syntax.Branch([arm], isGuard: true)), at: node, to: &body)
        case .forStmt(let node): loop(node, into: &body)
        case .whileStmt(let node):
            let conditions = conditions(node.conditions)
            add(.loop(conditions, statements(node.body.statements)), at: node, to: &body)
        case .repeatStmt(let node):
            let repeated = statements(node.body.statements)
            add(.loop([.holds(expression(node.condition))], repeated), at: node, to: &body)
        case .doStmt(let node):
            add(attempt(node.body, node.catchClauses), at: node, to: &body)
        case .deferStmt(let node):
            add(.attempt(statements(node.body.statements), handlers: []), at: node, to: &body)
        case .returnStmt(let node):
            add(.leave("return", node.expression.map { expression($0) }), at: node, to: &body)
        case .throwStmt(let node):
            add(.leave("throw", expression(node.expression)), at: node, to: &body)
        case .breakStmt: add(.leave("break", nil), at: node, to: &body)
        case .continueStmt: add(.leave("continue", nil), at: node, to: &body)
        case .fallThroughStmt: add(.leave("fallthrough", nil), at: node, to: &body)
        default:
            body.append(Syntax.Statement(.expression(other(node)), at: span(node)))
        }
    }

    private func add(
        _ kind: Syntax.Statement.Kind,
        at node: some SyntaxProtocol,
        to body: inout [Syntax.Statement]
    ) {
        body.append(Syntax.Statement(kind, at: span(node)))
    }

    private mutating func labeled(_ node: LabeledStmtSyntax, into body: inout [Syntax.Statement]) {
        nested(node, orElse: ()) { $0.statement(node.statement, into: &body) }
    }

    mutating func attempt(
        _ body: CodeBlockSyntax,
        _ clauses: CatchClauseListSyntax
    ) -> Syntax.Statement.Kind {
        let tried = statements(body.statements)
        return .attempt(tried, handlers: clauses.map { statements($0.body.statements) })
    }

    private mutating func loop(_ node: ForStmtSyntax, into body: inout [Syntax.Statement]) {
        let sequence = expression(node.sequence)
        var conditions: [Syntax.Condition]
        let names = boundNames(node.pattern)
        if node.caseKeyword == nil, names.count == 1 {
            conditions = [.binds(names[0], sequence)]
        } else {
            conditions = [.matches(sequence, pattern: pattern(node.pattern))]
        }
        if let filter = node.whereClause { conditions.append(.holds(expression(filter.condition))) }
        add(.loop(conditions, statements(node.body.statements)), at: node, to: &body)
    }

    /// An expression that stands as a statement.
    mutating func evaluated(_ node: ExprSyntax) -> Syntax.Statement {
        let span = span(node)
        switch node.as(ExprSyntaxEnum.self) {
        case .ifExpr(let node): return Syntax.Statement(.branch(branch(node)), at: span)
        case .switchExpr(let node): return Syntax.Statement(.branch(branch(node)), at: span)
        default: break
        }
        let value = expression(node)
        if case .operation("=", let operands) = value.node, operands.count == 2 {
            return Syntax.Statement(.assignment(target: operands[0], value: operands[1]), at: span)
        }
        return Syntax.Statement(.expression(value), at: span)
    }
}
#endif
