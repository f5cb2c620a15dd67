extension RestrictionDecision {
    /// What two decisions about one item come to: a refusal counts before missing information, and
    /// that before permission.
    func combined(with other: RestrictionDecision) -> RestrictionDecision {
        var result = outcome.severity >= other.outcome.severity ? self : other
        result.notes = notes + other.notes
        result.rating = rating ?? other.rating
        result.explicitAllowed = explicitAllowed ?? other.explicitAllowed
        return result
    }

    /// The one of several decisions that counts: a refusal before missing information, that before
    /// permission, and of equals the one with the highest rating.
    static func strictest(of decisions: [RestrictionDecision]) -> RestrictionDecision {
        var (first, isOnly) = (decisions[0], decisions.count == 1)
        for decision in decisions.dropFirst()
        where (decision.outcome.severity, decision.rating?.value ?? -1)
            > (first.outcome.severity, first.rating?.value ?? -1)
        {
            first = decision
        }
        if !isOnly { first.notes.append(.strictestOfSeveral) }
        return first
    }
}

extension RestrictionDecision.Outcome {
    fileprivate var severity: Int {
        switch self {
        case .allow: 0
        case .ownPolicy: 1
        case .deny: 2
        }
    }
}
