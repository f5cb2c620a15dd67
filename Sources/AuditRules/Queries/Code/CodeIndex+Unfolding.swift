package import AuditFacts

extension CodeIndex {
    /// The scopes of all functions, folded or not, that call or assign to any of `names`, by file
    /// and place.
    ///
    /// Folded bodies are unfolded for it, and kept unfolded for a while: do not rely on getting the
    /// same object twice. Damaged ones are left out and counted.
    ///
    /// - Complexity: O(calls of all functions) the first time, then O(bytes of what is unfolded).
    package func scopes(calling names: Set<String>) -> [CodeScope] {
        unfolded.positions(of: names, positionsByName).compactMap(scope(at:))
    }

    /// Calls of any of `names` in all functions, folded or not, by file and place.
    package func allCalls(of names: Set<String>) -> [CallInScope] {
        scopes(calling: names).flatMap { scope in
            scope.calls.filter { $0.call.name.map(names.contains) ?? false }
                .map { CallInScope(scope: scope, site: $0) }
        }
    }

    /// Assignments to what is called `name` in all functions, folded or not: `name = …`,
    /// `user.name = …`; by file and place.
    ///
    /// `nil` where more than `limit` functions have such: nobody can say what it holds.
    package func assignments(to name: String, limit: Int = .max) -> [AssignmentInScope]? {
        guard unfolded.positions(of: [name], positionsByName).count <= limit else { return nil }
        return scopes(calling: [name]).flatMap { scope in
            scope.steps.compactMap { step in
                guard case .assignment(let target, let value) = step.statement.kind,
                    target.ownName == name
                else { return nil }
                return AssignmentInScope(
                    scope: scope,
                    span: step.statement.span,
                    target: target,
                    value: value
                )
            }
        }
    }

    /// The body of `declared`, folded or not; `nil` for one without statements, and a damaged one.
    package func scope(of declared: DeclaredFunction) -> CodeScope? {
        scope(at: declared.position)
    }

    /// All functions of the file at `path` that have a body, folded or not, by place.
    func allScopes(in path: String) -> [CodeScope] {
        guard let number = fileNumber(of: path) else { return [] }
        return files[number].functions.indices.compactMap { index in
            let function = files[number].functions[index]
            guard !function.body.isEmpty || function.folded != nil else { return nil }
            return scope(at: FunctionPosition(file: number, function: index))
        }
    }

    /// How many folded bodies were asked for and are damaged, which those of a damaged cache can be.
    package var damagedBodyCount: Int { unfolded.damagedCount }

    private func scope(at position: FunctionPosition) -> CodeScope? {
        if files[position.file].functions[position.function].folded != nil {
            return unfolded.scope(at: position, of: files[position.file])
        }
        return scopeIndex(of: position).map { scopes[$0] }
    }

    /// Where each name is called or assigned to.
    private func positionsByName() -> [String: [FunctionPosition]] {
        var positions: [String: [FunctionPosition]] = [:]
        for (number, file) in files.enumerated() {
            for (index, function) in file.functions.enumerated() {
                let position = FunctionPosition(file: number, function: index)
                let names =
                    function.folded == nil
                    ? NamesInBody(function.body).all : function.callees + function.assigned
                for name in names { positions[name, default: []].append(position) }
            }
        }
        return positions
    }
}

extension NamesInBody {
    fileprivate var all: [String] { called + assigned }
}

/// An assignment with the function it stands in.
package struct AssignmentInScope: Sendable {
    /// The function.
    package let scope: CodeScope
    /// Its lines.
    package let span: SourceSpan
    /// What is assigned to.
    package let target: Syntax.Expression
    /// The value.
    package let value: Syntax.Expression
}
