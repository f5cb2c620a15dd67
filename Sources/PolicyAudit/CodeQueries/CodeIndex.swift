/// Calls, constants and declarations of the app's own sources, found by name.
package struct CodeIndex: Sendable {
    /// All functions with a body, by file and place; of the app's own sources only.
    package let scopes: [CodeScope]
    private let callSites: [String: [(scope: Int, call: Int)]]
    private let variables: [String: [(file: Int, variable: Variable)]]
    private let declaredFunctions: Set<String>
    private let files: [CodeFile]

    /// The index of `files`.
    package init(_ files: [CodeFile]) {
        self.files = files
        scopes = files.flatMap { file in
            file.functions.filter { !$0.body.isEmpty }.map { CodeScope(file: file, function: $0) }
        }
        var callSites: [String: [(scope: Int, call: Int)]] = [:]
        for (index, scope) in scopes.enumerated() {
            for (position, site) in scope.calls.enumerated() {
                guard let name = site.call.name else { continue }
                callSites[name, default: []].append((index, position))
            }
        }
        self.callSites = callSites
        var variables: [String: [(file: Int, variable: Variable)]] = [:]
        for (index, file) in files.enumerated() {
            for variable in file.variables {
                variables[variable.name, default: []].append((index, variable))
            }
        }
        self.variables = variables
        declaredFunctions = Set(files.flatMap { $0.functions.map(\.name) })
    }

    /// Calls of any of `names`, by file and place.
    package func calls(of names: Set<String>) -> [(scope: CodeScope, site: CallSite)] {
        names.flatMap { callSites[$0] ?? [] }
            .sorted { ($0.scope, $0.call) < ($1.scope, $1.call) }
            .map { (scopes[$0.scope], scopes[$0.scope].calls[$0.call]) }
    }

    /// Whether the sources declare a function called `name` themselves.
    package func declaresFunction(_ name: String) -> Bool { declaredFunctions.contains(name) }
}
