extension RuleCatalogue {
    /// What an app declares about its privacy.
    static let privacy: [any Rule.Type] = [
        ManifestMissingRule.self, ReasonUndeclaredRule.self, ReasonInvalidRule.self,
        ReasonMismatchRule.self, TrackingDomainsRule.self, CollectedMalformedRule.self,
        ManifestNotInTargetRule.self, ManifestInvalidRule.self, PurposeMissingRule.self,
    ]
}
