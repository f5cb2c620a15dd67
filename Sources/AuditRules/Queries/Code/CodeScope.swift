package import AuditFacts

/// A function with its statements in the order they run, closures and branches unfolded in place.
package final class CodeScope: Sendable {
    /// The file it stands in.
    package let file: CodeFile
    /// The function.
    package let function: Syntax.Function
    /// Its statements in the order of the text, those of nested blocks after the one they stand in.
    package let steps: [CodeStep]
    /// Every call in it, in the order of the text.
    package let calls: [CallSite]
    /// What was bound or assigned to each local name, in the order of the text.
    package let bindings: [String: [CodeBinding]]
    private let declared: Set<String>
    /// What closures in it are handed under each of their parameters' names, in the order of the text.
    private let handed: [String: [HandedValue]]
    /// The expressions of its statements, conditions of branches among them, not their parts.
    package let expressions: [Syntax.Expression]
    private let changes: LocalChanges

    package init(file: CodeFile, function: Syntax.Function) {
        self.file = file
        self.function = function
        var walk = ScopeWalk()
        walk.visit(function.body, guards: [])
        steps = walk.steps
        calls = walk.calls
        bindings = walk.bindings
        declared = walk.declared
        handed = walk.handed
        expressions = steps.flatMap(\.statement.expressions)
        changes = LocalChanges(steps, calls)
    }

    /// The values that `name["key"] = value` and `name[key] = value` put into the dictionary `name`.
    package func entries(of name: String) -> [Syntax.DictionaryEntry] {
        changes.entries[name] ?? []
    }

    /// Calls of methods of the value `name`.
    package func calls(on name: String) -> [CallSite] {
        (changes.calls[name] ?? []).map { calls[$0] }
    }

    /// Calls that are handed the value `name` to be changed in place: `print(text, to: &name)`.
    package func calls(filling name: String) -> [CallSite] {
        (changes.fills[name] ?? []).map { calls[$0] }
    }

    /// What the value `name` is handed as: the labels of arguments, and the properties that are given
    /// it.
    package func roles(of name: String) -> [String] { changes.roles[name] ?? [] }

    /// The statements that assign to a part of the value `name`.
    package func assignments(into name: String) -> [CodeStep] {
        (changes.assignments[name] ?? []).map { steps[$0] }
    }

    /// What `name` was last bound to before `place`, or at it; `nil` for what is not a local value.
    package func binding(of name: String, before place: SourcePlace) -> CodeBinding? {
        bindings[name]?.last { $0.place <= place } ?? bindings[name]?.first
    }

    /// What the parameter `name` of the last closure that begins before `place` is handed; `nil` for
    /// what is a value of the function's own.
    package func handed(_ name: String, before place: SourcePlace) -> HandedValue? {
        declares(name) ? nil : handed[name]?.last { $0.place <= place }
    }

    /// Whether `name` is a parameter, or a value that the function declares: one that it only assigns
    /// to belongs to somebody else.
    package func declares(_ name: String) -> Bool {
        declared.contains(name) || parameter(name) != nil
    }

    /// The parameter called `name` inside.
    package func parameter(_ name: String) -> Syntax.Parameter? {
        function.parameters.first { $0.name == name }
    }
}

/// A value that a local name was given.
package struct CodeBinding: Sendable {
    /// Where.
    package let place: SourcePlace
    /// The type as it is written; `nil` for one that is inferred.
    package let type: String?
    /// The value; `nil` for a declaration without one.
    package let value: Syntax.Expression?
}

/// What a closure is handed by the call that it is given to.
package struct HandedValue: Sendable {
    /// Where the closure begins.
    package let place: SourcePlace
    /// The call.
    package let call: Syntax.Call
    /// Which of the call's arguments the closure is, from 0.
    package let argument: Int
    /// Which of the closure's parameters it is, from 0.
    package let index: Int
}

extension CodeScope {
    /// The names of functions that are declared inside this one.
    package var nestedFunctionNames: [String] {
        steps.compactMap { step in
            guard case .function(let function) = step.statement.kind else { return nil }
            return function.name
        }
    }
}

extension CodeScope {
    /// What is known of the path `expression`: local names, constants, and own properties and
    /// functions that make paths are followed.
    package func path(of expression: Syntax.Expression, _ code: CodeIndex) -> PathTrace {
        var collected = PathWalk(code: code)
        collected.visit(sources(of: expression), in: self, depth: 0)
        return collected.trace
    }
}
