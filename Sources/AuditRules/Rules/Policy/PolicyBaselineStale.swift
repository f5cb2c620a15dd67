import AuditFacts

/// `policy.baseline-stale`: the baseline has what is no longer found.
enum PolicyBaselineStale: Rule {
    static let description = RuleDescription(
        "policy.baseline-stale",
        "The baseline has findings that are gone",
        severity: .low,
        isProven: true,
        summary: """
            Findings of the baseline were not found again: they were mended, their statement changed, \
            or their file moved. Reported once for each file; not with `--changed-since` and `--rule`, \
            nor for rules that are off.
            """,
        rationale: """
            An entry that is left over accepts the same mistake when it comes back.
            """,
        remedy: "Write the baseline again: `protectctl audit --write-baseline FILE`.",
        references: RuleReferences(),
        examples: []
    )

    static let looksLast = true

    static func observations(in context: AuditContext) -> [Observation] { [] }

    static func afterthoughts(
        about outcome: AuditOutcome,
        in context: AuditContext
    ) -> [Observation] {
        guard !outcome.isPartial else { return [] }
        let entries = outcome.staleEntries.filter { outcome.ranRules.contains($0.rule) }
        return Dictionary(grouping: entries, by: \.path).map { path, entries in
            let rules = Set(entries.map(\.rule)).sorted().joined(separator: ", ")
            let count = entries.count == 1 ? "a finding" : "\(entries.count) findings"
            return Observation(
                "the baseline has \(count) of \(rules) that \(entries.count == 1 ? "is" : "are") gone",
                path: path,
                span: SourceSpan(.start)
            )
        }
    }
}
