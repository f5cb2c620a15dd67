import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    mutating func function(_ node: FunctionDeclSyntax, isLocal: Bool = false) -> Syntax.Function {
        let own = name(node.name)
        if !isLocal { isMember(own) }
        return function(
            own,
            parameters: parameters(node.signature.parameterClause),
            returnType: node.signature.returnClause.map { text($0.type) },
            modifiers: modifiers(node.modifiers, node.attributes),
            at: node,
            body: node.body?.statements,
            isLocal: isLocal
        )
    }

    mutating func initializer(_ node: InitializerDeclSyntax) -> Syntax.Function {
        isMember("init")
        return function(
            "init",
            parameters: parameters(node.signature.parameterClause),
            modifiers: modifiers(node.modifiers, node.attributes),
            at: node,
            body: node.body?.statements
        )
    }

    mutating func deinitializer(_ node: DeinitializerDeclSyntax) -> Syntax.Function {
        isMember("deinit")
        return function(
            "deinit",
            modifiers: modifiers(node.modifiers, node.attributes),
            at: node,
            body: node.body?.statements
        )
    }

    mutating func subscripted(_ node: SubscriptDeclSyntax) {
        isMember("subscript")
        guard let block = node.accessorBlock else { return }
        functions += accessors(
            block,
            of: "subscript",
            parameters: parameters(node.parameterClause),
            type: text(node.returnClause.type),
            modifiers: modifiers(node.modifiers, node.attributes)
        )
    }

    /// The accessors in `block`, each a function with the name of the property.
    mutating func accessors(
        _ block: AccessorBlockSyntax,
        of name: String,
        parameters: [Syntax.Parameter] = [],
        type: String?,
        modifiers: [String],
        isLocal: Bool = false
    ) -> [Syntax.Function] {
        switch block.accessors {
        case .getter(let body):
            return [
                function(
                    name,
                    parameters: parameters,
                    returnType: type,
                    modifiers: modifiers + ["get"],
                    at: block,
                    body: body,
                    isLocal: isLocal
                )
            ]
        case .accessors(let list):
            return list.compactMap { accessor in
                guard let body = accessor.body?.statements else { return nil }
                let kind = accessor.accessorSpecifier.text
                return function(
                    name,
                    parameters: parameters + handed(accessor, kind, type),
                    returnType: kind == "get" ? type : nil,
                    modifiers: modifiers + [kind],
                    at: accessor,
                    body: body,
                    isLocal: isLocal
                )
            }
        }
    }

    /// The parameter that a setter or observer has even when it is not written.
    private func handed(
        _ accessor: AccessorDeclSyntax,
        _ kind: String,
        _ type: String?
    ) -> [Syntax.Parameter] {
        let usual = ["set": "newValue", "willSet": "newValue", "didSet": "oldValue"]
        guard let usualName = usual[kind] else { return [] }
        let own = accessor.parameters.map { name($0.name) } ?? usualName
        return [Syntax.Parameter(label: nil, name: own, type: type)]
    }

    /// A function with its body, folded if that names nothing watched.
    ///
    /// A local one stays as it is: the body around it is kept or folded with all that is in it.
    mutating func function(
        _ name: String,
        parameters: [Syntax.Parameter] = [],
        returnType: String? = nil,
        modifiers: [String],
        at node: some SyntaxProtocol,
        body: CodeBlockItemListSyntax?,
        isLocal: Bool = false
    ) -> Syntax.Function {
        let function = Syntax.Function(
            name: name,
            type: owner,
            parameters: parameters,
            returnType: returnType,
            modifiers: modifiers,
            span: span(node),
            body: body.map { statements($0) } ?? []
        )
        guard let body, !isLocal, !survey.watches(range(body)) else { return function }
        return folder.fold(function)
    }

    private func parameters(_ clause: FunctionParameterClauseSyntax) -> [Syntax.Parameter] {
        clause.parameters.map { parameter in
            let label = name(parameter.firstName)
            return Syntax.Parameter(
                label: label == "_" ? nil : label,
                name: parameter.secondName.map(name) ?? label,
                type: text(parameter.type) + (parameter.ellipsis == nil ? "" : "...")
            )
        }
    }
}
#endif
