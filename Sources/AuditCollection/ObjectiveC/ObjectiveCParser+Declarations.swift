import AuditFacts

extension ObjectiveCParser {
    /// The whole source.
    mutating func run() {
        while next < end {
            let start = next
            declaration()
            if next == start { skipToken() }
        }
    }

    private mutating func declaration() {
        switch directive {
        case "": break
        case "@interface": container(.classType)
        case "@implementation": container(.extensionType)
        case "@protocol": container(.protocolType)
        case "@end":
            next += 1
            owner = nil
        case "@property": property()
        case "@import":
            let start = next + 1
            skipStatement()
            imports.append(text(start..<max(start, next - 1)))
        case "@class", "@compatibility_alias", "@synthesize", "@dynamic": skipStatement()
        default: next += 1
        }
        if kind() == .directive { return }
        if sign == Sign.minus || sign == Sign.plus, owner != nil {
            method()
        } else if next < end {
            external()
        }
    }

    /// A class, category or protocol with its members up to `@end`.
    private mutating func container(_ kind: Syntax.TypeDeclaration.Kind) {
        let start = next
        next += 1
        guard self.kind() == .name else { return }
        let name = text(next)
        next += 1
        // `@protocol A, B;` only announces them.
        if kind == .protocolType, sign == Sign.semicolon || sign == Sign.comma {
            skipStatement()
            return
        }
        let inherited = inheritance()
        let isCategory = sign == Sign.openParenthesis
        if isCategory { skipToken() }
        let all = inherited + inheritance()
        let outer = (owner, members)
        owner = name
        members = []
        if sign == Sign.openBrace { instanceVariables() }
        // Members contain no members: what begins here comes after a missing `@end`.
        while next < end, !Self.containers.contains(directive), directive != "@protocol" {
            let before = next
            declaration()
            if next == before { skipToken() }
        }
        if directive == "@end" { next += 1 }
        types.append(
            Syntax.TypeDeclaration(
                name: name,
                kind: isCategory ? .extensionType : kind,
                inherited: all,
                members: members,
                span: span(from: start)
            )
        )
        (owner, members) = outer
    }

    /// `: Base <Protocol, …>`; lists of type parameters look the same and do no harm.
    private mutating func inheritance() -> [String] {
        var names: [String] = []
        while next < end {
            if take(Sign.colon) {
                guard kind() == .name else { break }
                names.append(text(next))
                next += 1
            } else if take(Sign.less) {
                while next < end, !take(Sign.greater), sign != Sign.openBrace {
                    if kind() == .name { names.append(text(next)) }
                    next += 1
                }
            } else {
                break
            }
        }
        return names
    }

    private mutating func instanceVariables() {
        enclosed { parser in
            while parser.next < parser.end {
                let start = parser.next
                if parser.kind() == .directive {
                    parser.next += 1
                } else if let declared = parser.localVariables() {
                    parser.keep(declared, isConstant: false)
                } else {
                    parser.skipStatement()
                }
                if parser.next == start { parser.next += 1 }
            }
        }
    }

    /// Keeps declared variables as those of the class or file.
    mutating func keep(_ declared: [Syntax.Statement], isConstant: Bool, isMember: Bool = true) {
        for statement in declared {
            guard case .variable(let name, let type, let value) = statement.kind else { continue }
            if isMember { members.append(name) }
            variables.append(
                Syntax.Variable(
                    name: name,
                    owner: isMember ? owner : nil,
                    type: type,
                    isConstant: isConstant,
                    value: value,
                    span: statement.span
                )
            )
            if let value { firstValue(value, of: name, type, statement, isMember: isMember) }
        }
    }

    /// A first value that does something, or a block, is a function with the name of the variable.
    private mutating func firstValue(
        _ value: Syntax.Expression,
        of name: String,
        _ type: String?,
        _ statement: Syntax.Statement,
        isMember: Bool
    ) {
        let names = NamesInBody(value)
        guard !names.called.isEmpty || names.haveClosure else { return }
        let function = Syntax.Function(
            name: name,
            type: isMember ? owner : nil,
            returnType: type,
            modifiers: ["="],
            span: statement.span,
            body: [statement]
        )
        // Rules find what is watched in the value.
        functions.append(folder.fold(function))
    }

    /// `@property (copy, nonatomic) Type *name;`.
    private mutating func property() {
        let start = next
        next += 1
        var attributes: [Syntax.Attribute] = []
        if sign == Sign.openParenthesis {
            attributes = enclosed { parser in
                var names: [Syntax.Attribute] = []
                while parser.next < parser.end {
                    if parser.kind() == .name { names.append(Syntax.Attribute(parser.word)) }
                    parser.next += 1
                    if parser.take(Sign.equals) { parser.next += 1 }
                }
                return names
            }
        }
        guard kind() == .name, let declared = localVariables() else {
            skipStatement()
            return
        }
        for statement in declared {
            guard case .variable(let name, let type, _) = statement.kind else { continue }
            members.append(name)
            variables.append(
                Syntax.Variable(
                    name: name,
                    owner: owner,
                    type: type,
                    isConstant: false,
                    attributes: attributes,
                    value: nil,
                    span: span(from: start)
                )
            )
        }
    }
}
