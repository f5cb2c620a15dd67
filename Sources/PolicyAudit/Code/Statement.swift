/// A statement of Swift or Objective-C.
package struct Statement: Sendable, Hashable {
    /// What a statement is.
    package indirect enum Kind: Sendable, Hashable {
        /// An expression that is evaluated.
        case expression(Expression)
        /// A local variable or constant; `type` as it is written.
        case variable(name: String, type: String?, value: Expression?)
        /// `target = value`; other assigning operators are expressions.
        case assignment(target: Expression, value: Expression)
        /// `if`, `guard`, `switch`.
        case branch(Branch)
        /// `for`, `while`, `repeat`: its conditions or sequence, and what is repeated.
        case loop([Condition], [Statement])
        /// `do` with its `catch` clauses; without any a mere block, also `defer`.
        case attempt([Statement], handlers: [[Statement]])
        /// `return`, `throw`, `break`, `continue`, `goto`.
        case leave(String, Expression?)
        /// A local function.
        case function(Function)
    }

    /// The lines it takes.
    package let span: SourceSpan
    /// What it is.
    package let kind: Kind

    /// The statement `kind` at `span`.
    package init(_ kind: Kind, at span: SourceSpan) {
        self.span = span
        self.kind = kind
    }
}
