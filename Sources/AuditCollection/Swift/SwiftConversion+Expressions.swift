import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    mutating func expression(_ node: ExprSyntax) -> Syntax.Expression {
        nested(node, orElse: Syntax.Expression(.other([]), at: place(node))) { $0.bounded(node) }
    }

    /// An expression that is not higher than what those who read it later can bear.
    private mutating func bounded(_ node: ExprSyntax) -> Syntax.Expression {
        let around = height
        height = 0
        var value = convert(node)
        height += 1
        if height > Self.heightLimit {
            deepPlaces.append(value.place)
            value = Syntax.Expression(.other([]), at: value.place)
            height = 0
        }
        height = max(around, height)
        return value
    }

    private mutating func convert(_ node: ExprSyntax) -> Syntax.Expression {
        switch node.as(ExprSyntaxEnum.self) {
        case .functionCallExpr, .memberAccessExpr, .subscriptCallExpr, .optionalChainingExpr,
            .forceUnwrapExpr, .genericSpecializationExpr, .postfixIfConfigExpr,
            .postfixOperatorExpr:
            chain(node)
        case .sequenceExpr(let node): sequence(node)
        case .tryExpr(let node): expression(node.expression)
        case .awaitExpr(let node): expression(node.expression)
        case .unsafeExpr(let node): expression(node.expression)
        case .consumeExpr(let node): expression(node.expression)
        case .copyExpr(let node): expression(node.expression)
        case .closureExpr(let node): closure(node)
        case .stringLiteralExpr(let node): literal(node)
        case .tupleExpr(let node): tuple(node)
        case .arrayExpr(let node): array(node)
        case .dictionaryExpr(let node): dictionary(node)
        case .macroExpansionExpr(let node): macro(node)
        case .keyPathExpr(let node): keyPath(node)
        case .patternExpr(let node): pattern(node.pattern)
        case .prefixOperatorExpr(let node): prefixed(node)
        case .inOutExpr(let node):
            Syntax.Expression(.operation("&", [expression(node.expression)]), at: place(node))
        case .ifExpr, .switchExpr: choice(node)
        default: Syntax.Expression(leaf(node) ?? .other([]), at: place(node))
        }
    }

    private func leaf(_ node: ExprSyntax) -> Syntax.Expression.Node? {
        switch node.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let node): .name(name(node.baseName))
        case .integerLiteralExpr(let node): .number(node.literal.text)
        case .floatLiteralExpr(let node): .number(node.literal.text)
        case .booleanLiteralExpr(let node): .boolean(node.literal.text == "true")
        case .nilLiteralExpr: .null
        case .superExpr: .name("super")
        case .discardAssignmentExpr: .name("_")
        case .typeExpr(let node): .name(text(node.type))
        default: nil
        }
    }

    /// What no rule asks for, with the expressions right below it.
    mutating func other(_ node: some SyntaxProtocol) -> Syntax.Expression {
        let parts = node.children(viewMode: .sourceAccurate).compactMap { $0.as(ExprSyntax.self) }
        return Syntax.Expression(.other(parts.map { expression($0) }), at: place(node))
    }

    mutating func arguments(_ list: LabeledExprListSyntax) -> [Syntax.Argument] {
        list.map { Syntax.Argument($0.label.map(name), expression($0.expression)) }
    }

    private mutating func tuple(_ node: TupleExprSyntax) -> Syntax.Expression {
        let values = arguments(node.elements)
        if values.count == 1, values[0].label == nil { return values[0].value }
        return Syntax.Expression(.other(values.map(\.value)), at: place(node))
    }

    private mutating func array(_ node: ArrayExprSyntax) -> Syntax.Expression {
        Syntax.Expression(.list(node.elements.map { expression($0.expression) }), at: place(node))
    }

    /// An `if` or `switch` as a value: its arms are statements, which only a closure can hold.
    private mutating func choice(_ node: ExprSyntax) -> Syntax.Expression {
        let closure = Syntax.Closure(parameters: [], body: [evaluated(node)])
        let place = place(node)
        return Syntax.Expression(
            .other([Syntax.Expression(.closure(closure), at: place)]),
            at: place
        )
    }

    private mutating func dictionary(_ node: DictionaryExprSyntax) -> Syntax.Expression {
        var entries: [Syntax.DictionaryEntry] = []
        if case .elements(let elements) = node.content {
            entries = elements.map {
                Syntax.DictionaryEntry(expression($0.key), expression($0.value))
            }
        }
        return Syntax.Expression(.dictionary(entries), at: place(node))
    }

    private mutating func prefixed(_ node: PrefixOperatorExprSyntax) -> Syntax.Expression {
        let value = expression(node.expression)
        let sign = node.operator.text
        if sign == "-", case .number(let digits) = value.node {
            return Syntax.Expression(.number("-" + digits), at: place(node))
        }
        return Syntax.Expression(.operation(sign, [value]), at: place(node))
    }

    private mutating func macro(_ node: MacroExpansionExprSyntax) -> Syntax.Expression {
        let place = place(node)
        let callee = Syntax.Expression(.name("#" + name(node.macroName)), at: place)
        guard node.leftParen != nil || node.trailingClosure != nil else { return callee }
        let arguments =
            arguments(node.arguments)
            + trailing(node.trailingClosure, node.additionalTrailingClosures)
        return Syntax.Expression(.call(Syntax.Call(callee, arguments)), at: place)
    }

    /// `\Type.a.b` as the members `a.b` of `Type` under the operator `\`.
    private mutating func keyPath(_ node: KeyPathExprSyntax) -> Syntax.Expression {
        let start = place(node)
        var value = node.root.map { Syntax.Expression(.name(text($0)), at: place($0)) }
        for component in node.components.prefix(Self.chainLimit) {
            guard case .property(let property) = component.component else { continue }
            let name = name(property.declName.baseName)
            value = Syntax.Expression(.member(value, name), at: place(property))
        }
        height += node.components.count
        return Syntax.Expression(.operation("\\", value.map { [$0] } ?? []), at: start)
    }

    mutating func closure(_ node: ClosureExprSyntax) -> Syntax.Expression {
        var parameters: [String] = []
        switch node.signature?.parameterClause {
        case .simpleInput(let list): parameters = list.map { name($0.name) }
        case .parameterClause(let clause):
            parameters = clause.parameters.map { name($0.secondName ?? $0.firstName) }
        case nil: break
        }
        let closure = Syntax.Closure(parameters: parameters, body: statements(node.statements))
        return Syntax.Expression(.closure(closure), at: place(node))
    }

    /// Trailing closures as arguments, the first of them without a label.
    mutating func trailing(
        _ first: ClosureExprSyntax?,
        _ others: MultipleTrailingClosureElementListSyntax
    ) -> [Syntax.Argument] {
        guard let first else { return [] }
        return [Syntax.Argument(nil, closure(first))]
            + others.map { Syntax.Argument(name($0.label), closure($0.closure)) }
    }
}
#endif
