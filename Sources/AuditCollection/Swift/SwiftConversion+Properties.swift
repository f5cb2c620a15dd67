import AuditFacts

#if SwiftSources
import SwiftSyntax

extension SwiftConversion {
    /// Stored and computed properties of a type, and global variables.
    mutating func properties(_ node: VariableDeclSyntax) {
        let attributes = attributes(node.attributes)
        let modifiers = modifiers(node.modifiers, node.attributes)
        let isConstant =
            node.bindingSpecifier.text == "let"
            && (owners.isEmpty || modifiers.contains("static") || modifiers.contains("class"))
        for binding in node.bindings {
            let names = boundNames(binding.pattern)
            for name in names { isMember(name) }
            guard let first = names.first else { continue }
            let type = binding.typeAnnotation.map { text($0.type) }
            if let block = binding.accessorBlock {
                functions += accessors(block, of: first, type: type, modifiers: modifiers)
                if !isStored(binding) { continue }
            }
            let value = binding.initializer.map { initialValue($0.value) }
            for name in names {
                variables.append(
                    Syntax.Variable(
                        name: name,
                        owner: owner,
                        type: type,
                        isConstant: isConstant,
                        attributes: attributes,
                        value: names.count == 1 ? value : nil,
                        span: span(binding)
                    )
                )
            }
            initializer(binding, named: first, type: type, modifiers, value)
        }
    }

    /// A first value that does something is a function with the name of the property.
    private mutating func initializer(
        _ binding: PatternBindingSyntax,
        named name: String,
        type: String?,
        _ modifiers: [String],
        _ value: Syntax.Expression?
    ) {
        guard let initializer = binding.initializer, let value else { return }
        let range = range(initializer)
        let callees = survey.callees(in: range)
        guard !callees.isEmpty else { return }
        let span = span(binding)
        let isKept = survey.watches(range)
        functions.append(
            Syntax.Function(
                name: name,
                type: owner,
                returnType: type,
                modifiers: modifiers + ["="],
                span: span,
                callees: isKept ? [] : callees,
                body: isKept
                    ? [Syntax.Statement(.variable(name: name, type: type, value: value), at: span)]
                    : []
            )
        )
    }

    /// Whether it is stored although it has accessors: they only observe it.
    func isStored(_ binding: PatternBindingSyntax) -> Bool {
        guard case .accessors(let list)? = binding.accessorBlock?.accessors else { return false }
        return list.allSatisfy {
            $0.accessorSpecifier.text == "willSet" || $0.accessorSpecifier.text == "didSet"
        }
    }

    /// A first value; closures in it that name nothing watched lose their body.
    private mutating func initialValue(_ node: ExprSyntax) -> Syntax.Expression {
        let isWhole = prunesClosures
        prunesClosures = true
        defer { prunesClosures = isWhole }
        return expression(node)
    }

    /// The names that a pattern binds.
    func boundNames(_ pattern: PatternSyntax) -> [String] {
        switch pattern.as(PatternSyntaxEnum.self) {
        case .identifierPattern(let node): [name(node.identifier)]
        case .valueBindingPattern(let node): boundNames(node.pattern)
        case .tuplePattern(let node): node.elements.flatMap { boundNames($0.pattern) }
        default: []
        }
    }
}
#endif
