package import AuditFacts

/// The acceptance of a finding, in a policy.
package struct PolicyException: Sendable, Hashable {
    /// The rule's id.
    package let rule: String
    /// The files it holds for; empty for all.
    package let paths: [PathPattern]
    /// The last day it holds, `YYYY-MM-DD`.
    package let until: String?
    /// Who answers for it.
    package let owner: String?
    /// Why it is accepted; empty when the policy gives none.
    package let reason: String
    /// Where the policy declares it.
    package let declaration: RelatedPlace

    package init(
        rule: String,
        paths: [PathPattern],
        until: String?,
        owner: String?,
        reason: String,
        declaration: RelatedPlace
    ) {
        self.rule = rule
        self.paths = paths
        self.until = until
        self.owner = owner
        self.reason = reason
        self.declaration = declaration
    }
}
