extension CodeScope {
    /// What is known of the path `expression`: local names, constants, and own properties and
    /// functions that make paths are followed.
    package func path(of expression: Expression, _ code: CodeIndex) -> PathTrace {
        var collected = PathWalk(code: code)
        collected.visit(sources(of: expression), in: self, depth: 0)
        return collected.trace
    }
}
