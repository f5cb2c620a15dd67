package import AuditFacts

/// A statement of a function with what must hold for it to run.
package struct CodeStep: Sendable {
    /// The statement.
    package let statement: Syntax.Statement
    /// The conditions of the branches it stands in, the outermost first; not all of very many.
    package let guards: [Guarding]

    /// A condition that holds, or does not hold, where a statement runs.
    package struct Guarding: Sendable {
        /// The condition.
        package let condition: Syntax.Condition
        /// Whether it holds there; false in an `else`, and after a `guard … else { return }` true.
        package let holds: Bool
    }
}

extension CodeStep {
    /// Whether `other` stands under every condition that it stands under.
    package func isReached(with other: CodeStep) -> Bool {
        guards.count <= other.guards.count
            && zip(guards, other.guards).allSatisfy { own, theirs in
                own.holds == theirs.holds && own.condition == theirs.condition
            }
    }
}
