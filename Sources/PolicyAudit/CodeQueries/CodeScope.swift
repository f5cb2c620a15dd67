/// A function with its statements in the order they run, closures and branches unfolded in place.
package final class CodeScope: Sendable {
    /// The file it stands in.
    package let file: CodeFile
    /// The function.
    package let function: Function
    /// Its statements in the order of the text, those of nested blocks after the one they stand in.
    package let steps: [CodeStep]
    /// Every call in it, in the order of the text.
    package let calls: [CallSite]
    /// What was bound or assigned to each local name, in the order of the text.
    package let bindings: [String: [CodeBinding]]

    package init(file: CodeFile, function: Function) {
        self.file = file
        self.function = function
        var walk = ScopeWalk()
        walk.visit(function.body, guards: [])
        steps = walk.steps
        calls = walk.calls
        bindings = walk.bindings
    }

    /// What `name` was last bound to before `place`, or at it; `nil` for what is no local value.
    package func binding(of name: String, before place: SourcePlace) -> CodeBinding? {
        bindings[name]?.last { $0.place <= place } ?? bindings[name]?.first
    }

    /// The parameter called `name` inside.
    package func parameter(_ name: String) -> Parameter? {
        function.parameters.first { $0.name == name }
    }
}
