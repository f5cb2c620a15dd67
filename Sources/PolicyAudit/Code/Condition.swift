/// A condition of a branch or loop.
package enum Condition: Sendable, Hashable {
    /// An expression that is true.
    case holds(Expression)
    /// `let name = value` that is not nil, and the element of `for name in value`.
    case binds(String, Expression)
    /// `subject` matches a pattern: an arm of a `switch`, `if case`.
    case matches(Expression, pattern: Expression)
}
