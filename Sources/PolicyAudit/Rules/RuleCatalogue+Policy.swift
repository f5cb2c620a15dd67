extension RuleCatalogue {
    /// Policies, acceptances and inputs that do not do what they seem to.
    static let consistency: [any Rule.Type] = [
        ContradictionRule.self, SuppressionReasonRule.self, SuppressionExpiredRule.self,
        SuppressionUnusedRule.self, BaselineStaleRule.self, ParseErrorRule.self,
        KindUnmatchedRule.self, TargetUnlistedRule.self,
    ]
}
