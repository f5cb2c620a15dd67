extension Condition {
    /// The expressions it is made of.
    package var expressions: [Expression] {
        switch self {
        case .holds(let value), .binds(_, let value): [value]
        case .matches(let subject, let pattern): [subject, pattern]
        }
    }
}
