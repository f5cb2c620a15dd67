extension RuleCatalogue {
    /// Domains an app is associated with.
    static let links: [any Rule.Type] = [
        DomainMalformedRule.self, DeveloperModeRule.self, AssociationInvalidRule.self,
        AssociationAppRule.self,
    ]
}
