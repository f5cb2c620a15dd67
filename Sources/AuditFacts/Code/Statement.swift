extension Syntax {
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
            /// `do` with its `catch` clauses; without any, a plain block or `defer`.
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

    /// The arms of an `if`, `guard` or `switch`.
    package struct Branch: Sendable, Hashable {
        /// One path through the branch.
        package struct Arm: Sendable, Hashable {
            /// What must hold; empty for `else` and `default`.
            package let conditions: [Condition]
            /// What is done then.
            package let body: [Statement]

            /// The arm that does `body` when all of `conditions` hold.
            package init(_ conditions: [Condition], _ body: [Statement]) {
                self.conditions = conditions
                self.body = body
            }
        }

        /// The arms in order, `else` last.
        ///
        /// What a `switch` examines is in every arm; where something is called in it, in the first only.
        /// Several patterns of one arm are one pattern `other` with all of them.
        /// A `guard` has one: its conditions, and what is done when they do *not* hold.
        package let arms: [Arm]
        /// Whether it is a `guard`.
        package let isGuard: Bool

        /// A branch with `arms`.
        package init(_ arms: [Arm], isGuard: Bool = false) {
            self.arms = arms
            self.isGuard = isGuard
        }
    }

    /// A condition of a branch or loop.
    package enum Condition: Sendable, Hashable {
        /// An expression that is true.
        case holds(Expression)
        /// `let name = value` that is not nil, and the element of `for name in value`.
        case binds(String, Expression)
        /// `subject` matches a pattern: an arm of a `switch`, `if case`.
        case matches(Expression, pattern: Expression)
    }
}
