import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    /// Converts a whole source.
    mutating func convert(_ tree: SourceFileSyntax) {
        var code = TopLevelCode()
        topLevel(tree.statements, into: &code)
        guard let first = code.body.first, let last = code.body.last else { return }
        let main = Syntax.Function(
            name: "main",
            span: SourceSpan(first.span.start, endLine: Int(last.span.endLine)),
            body: code.body
        )
        functions.append(code.isWatched ? main : folder.fold(main))
    }

    private mutating func topLevel(
        _ items: CodeBlockItemListSyntax,
        into code: inout TopLevelCode
    ) {
        for item in items {
            switch item.item {
            case .decl(let declaration):
                if let config = declaration.as(IfConfigDeclSyntax.self) {
                    for case .statements(let live) in liveClauses(config) {
                        nested(live, orElse: ()) { $0.topLevel(live, into: &code) }
                    }
                } else {
                    self.declaration(declaration)
                }
            case .stmt, .expr:
                // Previews are for Xcode's canvas, not for the app, as those of `PreviewProvider` are.
                if let macro = item.item.as(MacroExpansionExprSyntax.self),
                    macro.macroName.text == "Preview"
                {
                    continue
                }
                statement(item, into: &code.body)
                code.isWatched = code.isWatched || survey.watches(range(item))
            }
        }
    }

    /// Converts a declaration of a file or type.
    mutating func declaration(_ declaration: DeclSyntax) {
        nested(declaration, orElse: ()) { $0.convert(declaration) }
    }

    private mutating func convert(_ declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .importDecl(let node):
            imports.append(node.path.map { name($0.name) }.joined(separator: "."))
        case .classDecl(let node): type(node, .classType, node.name)
        case .structDecl(let node): type(node, .structure, node.name)
        case .enumDecl(let node): type(node, .enumeration, node.name)
        case .actorDecl(let node): type(node, .actor, node.name)
        case .protocolDecl(let node): type(node, .protocolType, node.name)
        case .extensionDecl(let node): type(node, .extensionType, node.extendedType)
        case .functionDecl(let node): functions.append(function(node))
        case .initializerDecl(let node): functions.append(initializer(node))
        case .deinitializerDecl(let node): functions.append(deinitializer(node))
        case .subscriptDecl(let node): subscripted(node)
        case .variableDecl(let node): properties(node)
        case .enumCaseDecl(let node): cases(node)
        case .ifConfigDecl(let node):
            for case .decls(let live) in liveClauses(node) { members(live) }
        default: break
        }
    }

    mutating func members(_ list: MemberBlockItemListSyntax) {
        for member in list { declaration(member.decl) }
    }

    private mutating func type(
        _ node: some DeclGroupSyntax,
        _ kind: Syntax.TypeDeclaration.Kind,
        _ nameNode: some SyntaxProtocol
    ) {
        let own = nameNode.as(TokenSyntax.self).map(name) ?? text(nameNode)
        let inherited = (node.inheritanceClause?.inheritedTypes ?? []).map { text($0.type) }
        guard !inherited.contains("PreviewProvider") else { return }
        let full = owner.map { "\($0).\(own)" } ?? own
        owners.append(
            SwiftOwner(
                name: full,
                hasTextCases: kind == .enumeration && inherited.first == "String",
                availability: (owners.last?.availability ?? []) + availability(node.attributes)
            )
        )
        // Types stand before what is in them.
        let index = types.count
        types.append(Syntax.TypeDeclaration(name: full, kind: kind, span: span(node)))
        members(node.memberBlock.members)
        types[index] = Syntax.TypeDeclaration(
            name: full,
            kind: kind,
            inherited: inherited,
            members: owners.removeLast().members,
            span: types[index].span
        )
    }

    mutating func isMember(_ name: String) {
        guard !owners.isEmpty else { return }
        owners[owners.count - 1].members.append(name)
    }

    private mutating func cases(_ node: EnumCaseDeclSyntax) {
        for element in node.elements {
            let own = name(element.name)
            isMember(own)
            let value: Syntax.Expression?
            if let raw = element.rawValue {
                value = expression(raw.value)
            } else if owners.last?.hasTextCases == true {
                value = Syntax.Expression(.text([.fixed(own)]), at: place(element))
            } else {
                continue
            }
            variables.append(
                Syntax.Variable(
                    name: own,
                    owner: owner,
                    isConstant: true,
                    value: value,
                    span: span(element)
                )
            )
        }
    }
}

/// Statements at the top of a file.
private struct TopLevelCode {
    var body: [Syntax.Statement] = []
    /// Whether any of them names what is watched.
    var isWatched = false
}
#endif
