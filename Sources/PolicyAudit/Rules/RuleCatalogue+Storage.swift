extension RuleCatalogue {
    /// Where data is stored and under which class.
    static let storage: [any Rule.Type] = [
        ClassNoneRule.self, DocumentsSharedRule.self,
    ]
}
