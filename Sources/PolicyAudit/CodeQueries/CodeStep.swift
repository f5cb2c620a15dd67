/// A statement of a function with what must hold for it to run.
package struct CodeStep: Sendable {
    /// The statement.
    package let statement: Statement
    /// The conditions of the branches it stands in, the outermost first; of very many not all.
    package let guards: [Guarding]

    /// A condition that holds, or does not hold, where a statement runs.
    package struct Guarding: Sendable {
        /// The condition.
        package let condition: Condition
        /// Whether it holds there; false in an `else`, and after a `guard … else { return }` true.
        package let holds: Bool
    }
}
