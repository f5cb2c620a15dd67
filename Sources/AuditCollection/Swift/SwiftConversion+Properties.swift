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
            let value = firstValue(binding, named: first, type: type, modifiers)
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
        }
    }

    /// A first value that does something is a function with the name of the property; what is left
    /// is the value that the property has.
    ///
    /// What is in closures that name nothing watched is in the function alone, where it is folded.
    private mutating func firstValue(
        _ binding: PatternBindingSyntax,
        named name: String,
        type: String?,
        _ modifiers: [String]
    ) -> Syntax.Expression? {
        guard let initializer = binding.initializer else { return nil }
        let value = expression(initializer.value)
        let names = NamesInBody(value)
        let isWatched = survey.watches(range(initializer))
        guard !names.called.isEmpty || !names.assigned.isEmpty || names.haveClosure else {
            return value
        }
        let span = span(binding)
        let function = Syntax.Function(
            name: name,
            type: owner,
            returnType: type,
            modifiers: modifiers + ["="],
            span: span,
            body: [Syntax.Statement(.variable(name: name, type: type, value: value), at: span)]
        )
        // Where nothing is called, nothing runs: rules find what is watched in the value.
        let isKept = isWatched && !names.called.isEmpty
        functions.append(isKept ? function : folder.fold(function))
        return isWatched || !names.haveClosure ? value : value.withoutClosureBodies
    }

    /// Whether it is stored although it has accessors: they only observe it.
    func isStored(_ binding: PatternBindingSyntax) -> Bool {
        guard case .accessors(let list)? = binding.accessorBlock?.accessors else { return false }
        return list.allSatisfy {
            $0.accessorSpecifier.text == "willSet" || $0.accessorSpecifier.text == "didSet"
        }
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
