import AuditFacts
import Documents

extension PolicyException {
    /// Reads an exception; one without a reason is read all the same, and reported by a rule.
    init?(_ node: DocumentNode, knownRules: Set<String>?, _ log: ProblemLog) {
        guard var reader = FieldReader(node, log) else { return nil }
        let rule = reader.required("rule", as: .rule(among: knownRules))
        let paths = reader.optional("paths", as: .strings)
        let until = reader.optional("until", as: .day)
        let owner = reader.optional("owner", as: .string)
        let reason = reader.optional("reason", as: .string)
        reader.finish()
        guard let rule else { return nil }
        self.init(
            rule: rule,
            paths: paths?.map(PathPattern.init) ?? [],
            until: until?.description,
            owner: owner,
            reason: reason ?? "",
            declaration: RelatedPlace(
                "the exception is declared here",
                path: log.file,
                line: node.location.line
            )
        )
    }
}
