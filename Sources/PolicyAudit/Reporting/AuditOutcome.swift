/// What came of the rules: which acceptances were needed.
package struct AuditOutcome: Sendable {
    /// Comments in sources that accepted something, by path and place.
    package let usedComments: Set<SourceMark>
    /// Exceptions of the policy that accepted something.
    package let usedExceptions: Set<PolicyException>
    /// Entries of the baseline that were not found again.
    package let staleEntries: [Baseline.Entry]
    /// Ids of the rules that ran.
    package let ranRules: Set<String>
    /// Whether findings of some files only are reported, so that nothing is known of the others.
    package let isPartial: Bool

    /// A place of a file.
    package struct SourceMark: Sendable, Hashable {
        let path: String
        let place: SourcePlace
    }
}
