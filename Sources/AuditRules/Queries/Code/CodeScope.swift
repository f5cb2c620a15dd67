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
    /// What its names mean.
    package let variables: LocalVariables
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
        variables = walk.variables
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

    /// What `name` was last bound to before `place`; `nil` for what is not a local value there.
    package func binding(of name: String, before place: SourcePlace) -> CodeBinding? {
        variables.bindings(of: name, reaching: place).first
    }

    /// What `name` is handed at `place` as the parameter of a closure; `nil` for anything else.
    package func handed(_ name: String, before place: SourcePlace) -> HandedValue? {
        variables.variable(name, at: place)?.handed
    }

    /// Whether `name` is a parameter, or a value that the function declares: one that it only assigns
    /// to belongs to somebody else.
    package func declares(_ name: String) -> Bool {
        variables.declares(name) || parameter(name) != nil
    }

    /// Whether `name` is at `place` a parameter of the function or a closure, or a value that is
    /// declared there.
    package func declares(_ name: String, at place: SourcePlace) -> Bool {
        variables.variable(name, at: place)?.isDeclared ?? false || parameter(name) != nil
    }

    /// The parameter that `name` is at `place`; `nil` where a local value or a closure's parameter is
    /// called so.
    package func parameter(_ name: String, at place: SourcePlace) -> Syntax.Parameter? {
        let isHidden = variables.variable(name, at: place)?.isDeclared ?? false
        return isHidden ? nil : parameter(name)
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
    /// The first place where the name has it, behind the value.
    package let since: SourcePlace
    /// The type as it is written; `nil` for one that is inferred.
    package let type: String?
    /// The value; `nil` for a declaration without one.
    package let value: Syntax.Expression?
    /// The block that it stands in, a number of ``LocalVariables``.
    package let block: Int
    /// Whether the value is added to the one before: `text += value`.
    package let isAddition: Bool
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
