extension CodeScope {
    /// The names of functions that are declared inside this one.
    package var nestedFunctionNames: [String] {
        steps.compactMap { step in
            guard case .function(let function) = step.statement.kind else { return nil }
            return function.name
        }
    }
}
