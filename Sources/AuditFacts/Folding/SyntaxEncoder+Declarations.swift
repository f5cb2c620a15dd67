extension SyntaxEncoder {
    mutating func put(_ file: CodeFile) {
        put(Int(file.language.rawValue))
        put(file.imports)
        put(file.types) { $0.put($1) }
        put(file.functions) { $0.put($1) }
        put(file.variables) { $0.put($1) }
        put(file.mentions)
        put(file.suppressions) {
            $0.put($1.text)
            $0.put($1.place)
        }
        put(file.flaws) {
            $0.put($1.message)
            $0.put($1.place)
        }
    }

    private mutating func put(_ type: Syntax.TypeDeclaration) {
        put(type.name)
        put(Int(type.kind.rawValue))
        put(type.inherited)
        put(type.members)
        put(type.span)
    }

    mutating func put(_ function: Syntax.Function) {
        put(function.name)
        put(function.type)
        put(function.parameters) {
            $0.put($1.label)
            $0.put($1.name)
            $0.put($1.type)
        }
        put(function.returnType)
        put(function.modifiers)
        put(function.span)
        put(function.callees)
        put(function.assigned)
        put(function.folded != nil)
        if let body = function.folded {
            precondition(body.bodies === folded, "a file's bodies are folded together")
            put(Int(body.start))
            put(body.byteCount)
        } else {
            put(function.body)
        }
    }

    private mutating func put(_ variable: Syntax.Variable) {
        put(variable.name)
        put(variable.owner)
        put(variable.type)
        put(variable.isConstant)
        put(variable.attributes) {
            $0.put($1.name)
            $0.put($1.arguments)
        }
        put(variable.value) { $0.put($1) }
        put(variable.span)
    }
}
