extension RuleCatalogue {
    /// Limits that parents and organisations set.
    static let restrictions: [any Rule.Type] = [RatingIgnoredRule.self]
}
