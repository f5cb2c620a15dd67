public import AuditFacts

/// A finding that somebody has accepted, in a policy.
public struct PolicyException: Sendable, Hashable {
    /// The rule's id.
    public let rule: String
    /// The files it holds for; empty for all.
    public let paths: [PathPattern]
    /// The last day it holds, `YYYY-MM-DD`.
    public let until: String?
    /// Who answers for it.
    public let owner: String?
    /// Why it is accepted; empty when the policy gives none.
    public let reason: String
    /// Where the policy declares it.
    public let declaration: RelatedPlace

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
