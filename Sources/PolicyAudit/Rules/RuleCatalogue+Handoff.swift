extension RuleCatalogue {
    /// Activities that are handed to other devices and to search.
    static let handoff: [any Rule.Type] = [
        TypeWrongShapeRule.self, TypeNotReverseDNSRule.self, TypeUndeclaredRule.self,
        PublicIndexRule.self, PrivateModeActivityRule.self, SearchSensitiveRule.self,
    ]
}
