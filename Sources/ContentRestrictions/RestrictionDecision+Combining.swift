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
