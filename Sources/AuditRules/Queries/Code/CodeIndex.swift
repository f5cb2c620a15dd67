package import AuditFacts

/// Calls, constants and declarations of sources, found by name.
///
/// A name stands for what the module declares under it when all declarations agree; where they do
/// not, the question stays unanswered and rules stay silent.
package struct CodeIndex: Sendable {
    /// All functions with a body, by file and place.
    package let scopes: [CodeScope]
    /// The sources by path.
    package let files: [CodeFile]
    private let callSites: [String: [(scope: Int, call: Int)]]
    private let assignmentSites: [String: [(scope: Int, step: Int)]]
    private let scopesByFile: [String: [CodeScope]]
    private let filesByPath: [String: CodeFile]
    private let variables: [String: [DeclaredVariable]]
    private let functions: [String: [DeclaredFunction]]
    private let types: [String: [Syntax.TypeDeclaration]]

    /// The index of `files`.
    package init(_ files: [CodeFile]) {
        self.files = files
        scopes = files.flatMap { file in
            file.functions.filter { !$0.body.isEmpty }.map { CodeScope(file: file, function: $0) }
        }
        callSites = Self.callSites(in: scopes)
        assignmentSites = Self.assignmentSites(in: scopes)
        filesByPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        scopesByFile = Dictionary(grouping: scopes) { $0.file.path }
        variables = Self.grouped(files) { file in
            file.variables.map { ($0.name, DeclaredVariable(file: file.path, variable: $0)) }
        }
        functions = Self.grouped(files) { file in
            file.functions.map { ($0.name, DeclaredFunction(file: file.path, function: $0)) }
        }
        types = Self.grouped(files) { file in file.types.map { ($0.name, $0) } }
    }

    /// Calls of any of `names`, by file and place.
    package func calls(of names: Set<String>) -> [CallInScope] {
        names.flatMap { callSites[$0] ?? [] }
            .sorted { ($0.scope, $0.call) < ($1.scope, $1.call) }
            .map { CallInScope(scope: scopes[$0.scope], site: scopes[$0.scope].calls[$0.call]) }
    }

    /// Calls of any of `names`, by file and place.
    package func calls(of names: String...) -> [CallInScope] { calls(of: Set(names)) }

    /// Assignments to what is called `name`: `name = …`, `user.name = …`; by file and place.
    package func assignments(to name: String) -> [AssignmentInScope] {
        (assignmentSites[name] ?? []).compactMap { site in
            let scope = scopes[site.scope]
            let statement = scope.steps[site.step].statement
            guard case .assignment(let target, let value) = statement.kind else { return nil }
            return AssignmentInScope(
                scope: scope,
                span: statement.span,
                target: target,
                value: value
            )
        }
    }

    /// The source at `path`; `nil` for one that is not audited.
    package func file(at path: String) -> CodeFile? { filesByPath[path] }

    /// The functions with a body of the file at `path`.
    package func scopes(in path: String) -> [CodeScope] { scopesByFile[path] ?? [] }

    /// The body of `declared`; `nil` for a function that has none.
    package func scope(of declared: DeclaredFunction) -> CodeScope? {
        scopes(in: declared.file).first { scope in
            scope.function.span == declared.function.span
                && scope.function.name == declared.function.name
        }
    }

    /// The stored properties, globals and cases called `name`.
    package func variables(_ name: String) -> [DeclaredVariable] { variables[name] ?? [] }

    /// The functions called `name`, whatever type they belong to.
    package func functions(_ name: String) -> [DeclaredFunction] { functions[name] ?? [] }

    /// The declaration and extensions of the type called `name`, dotted for a nested one.
    package func types(_ name: String) -> [Syntax.TypeDeclaration] { types[name] ?? [] }

    /// Whether the sources declare a function, property or global called `name` themselves.
    package func declares(_ name: String) -> Bool {
        functions[name] != nil || variables[name] != nil
    }

    private static func callSites(
        in scopes: [CodeScope]
    ) -> [String: [(scope: Int, call: Int)]] {
        var sites: [String: [(scope: Int, call: Int)]] = [:]
        for (index, scope) in scopes.enumerated() {
            for (position, site) in scope.calls.enumerated() {
                guard let name = site.call.name else { continue }
                sites[name, default: []].append((index, position))
            }
        }
        return sites
    }

    private static func assignmentSites(
        in scopes: [CodeScope]
    ) -> [String: [(scope: Int, step: Int)]] {
        var sites: [String: [(scope: Int, step: Int)]] = [:]
        for (index, scope) in scopes.enumerated() {
            for (position, step) in scope.steps.enumerated() {
                guard case .assignment(let target, _) = step.statement.kind,
                    let name = target.ownName
                else { continue }
                sites[name, default: []].append((index, position))
            }
        }
        return sites
    }

    private static func grouped<Value>(
        _ files: [CodeFile],
        _ pairs: (CodeFile) -> [(String, Value)]
    ) -> [String: [Value]] {
        var groups: [String: [Value]] = [:]
        for file in files {
            for (name, value) in pairs(file) { groups[name, default: []].append(value) }
        }
        return groups
    }
}

/// A function with the file that declares it.
package struct DeclaredFunction: Sendable {
    /// The file's path.
    package let file: String
    /// The function.
    package let function: Syntax.Function
}

/// A variable with the file that declares it.
package struct DeclaredVariable: Sendable {
    /// The file's path.
    package let file: String
    /// The variable.
    package let variable: Syntax.Variable
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
