package import AuditFacts

/// Calls, constants and declarations of sources, found by name.
///
/// A name stands for what the module declares under it when all declarations agree; where they do
/// not, the question stays unanswered and rules stay silent.
package struct CodeIndex: Sendable {
    /// All functions with a body that is not folded, by file and place.
    package let scopes: [CodeScope]
    /// The sources by path.
    package let files: [CodeFile]
    let unfolded = UnfoldedScopes()
    private let scopePositions: [FunctionPosition]
    private let callSites: [String: [(scope: Int, call: Int)]]
    private let scopesByFile: [String: [CodeScope]]
    private let fileNumbers: [String: Int]
    private let variables: [String: [DeclaredVariable]]
    private let functions: [String: [DeclaredFunction]]
    private let types: [String: [Syntax.TypeDeclaration]]

    /// The index of `files`.
    package init(_ files: [CodeFile]) {
        self.files = files
        scopePositions = Self.positions(in: files) { !$0.body.isEmpty }
        scopes = scopePositions.map {
            CodeScope(file: files[$0.file], function: files[$0.file].functions[$0.function])
        }
        callSites = Self.callSites(in: scopes)
        fileNumbers = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
        scopesByFile = Dictionary(grouping: scopes) { $0.file.path }
        variables = Self.grouped(files) { file in
            file.variables.map { ($0.name, DeclaredVariable(file: file.path, variable: $0)) }
        }
        functions = Self.declared(files)
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

    /// The source at `path`; `nil` for one that is not audited.
    package func file(at path: String) -> CodeFile? { fileNumber(of: path).map { files[$0] } }

    /// The index in ``files`` of the source at `path`.
    func fileNumber(of path: String) -> Int? { fileNumbers[path] }

    /// The functions of the file at `path` with a body that is not folded.
    package func scopes(in path: String) -> [CodeScope] { scopesByFile[path] ?? [] }

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

    /// The index in ``scopes`` of the function at `position`; `nil` for one that is not there.
    func scopeIndex(of position: FunctionPosition) -> Int? {
        var low = 0
        var high = scopePositions.count
        while low < high {
            let middle = (low + high) / 2
            if scopePositions[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low < scopePositions.count && scopePositions[low] == position ? low : nil
    }

    private static func positions(
        in files: [CodeFile],
        _ isWanted: (Syntax.Function) -> Bool
    ) -> [FunctionPosition] {
        files.enumerated().flatMap { number, file in
            file.functions.indices.filter { isWanted(file.functions[$0]) }
                .map { FunctionPosition(file: number, function: $0) }
        }
    }

    private static func declared(_ files: [CodeFile]) -> [String: [DeclaredFunction]] {
        var functions: [String: [DeclaredFunction]] = [:]
        for position in positions(in: files, { _ in true }) {
            let file = files[position.file]
            let function = file.functions[position.function]
            functions[function.name, default: []].append(
                DeclaredFunction(file: file.path, function: function, position: position)
            )
        }
        return functions
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
    /// Where it is among those of all files.
    let position: FunctionPosition
}

/// A variable with the file that declares it.
package struct DeclaredVariable: Sendable {
    /// The file's path.
    package let file: String
    /// The variable.
    package let variable: Syntax.Variable
}
