/// The arms of an `if`, `guard` or `switch`.
package struct Branch: Sendable, Hashable {
    /// One way to go.
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
