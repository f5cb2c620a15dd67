package import AuditFacts

extension CodeScope {
    /// The keys under which the same value is put into a dictionary in this function: what
    /// `["phone": field.text]` says of `field.text`.
    package func keys(of value: Syntax.Expression) -> [String] {
        let chain = value.withoutWrapping.chain
        guard chain.count >= 2 || chain.first.map(isLocal) ?? false else { return [] }
        return expressions.flatMap(\.parts).flatMap { part -> [String] in
            guard case .dictionary(let entries) = part.node else { return [] }
            return entries.filter { $0.value.withoutWrapping.chain == chain }.compactMap(
                \.key.literal
            )
        }
    }
}

extension Syntax.Expression {
    /// The expression without `!` and casts around it.
    package var withoutWrapping: Syntax.Expression {
        switch node {
        case .unwrapped(let value), .cast(let value, _): value.withoutWrapping
        default: self
        }
    }
}
