import AuditFacts
import AuditPolicy

/// `policy.suppression-expired`: a finding was accepted until a day that has passed.
enum PolicySuppressionExpired: Rule {
    static let description = RuleDescription(
        "policy.suppression-expired",
        "An acceptance has expired",
        severity: .medium,
        isProven: true,
        summary: """
            The last day of a comment `protectctl:allow` or of an exception of the policy has passed. \
            It no longer accepts anything; what it accepted is reported again.
            """,
        rationale: """
            The end was set so that the finding is looked at again: the reason may be gone, or the mending \
            forgotten.
            """,
        remedy: "Mend what it accepted and remove it, or give it a new end with a reason.",
        references: RuleReferences(),
        examples: [
            .swift(
                "a comment that has expired",
                """
                // protectctl:allow store.class-none until 2026-11-20 -- until the migration
                let a = 1
                // protectctl:allow store.class-none until 2024-02-29 -- until the migration
                """,
                findings: [1, 3]
            ),
            .swift(
                "its last day",
                """
                // protectctl:allow store.class-none until 2026-11-21 -- until the migration
                let a = 1
                """
            ),
        ]
    )

    static func observations(in context: AuditContext) -> [Observation] {
        context.acceptances.compactMap { path, comment in
            guard let until = comment.until, until < context.today else { return nil }
            return Observation("the comment held until \(until)", path: path, span: comment.span)
        }
            + context.policy.exceptions.compactMap { exception in
                guard let until = exception.lastDay, until < context.today else { return nil }
                return Observation(
                    "the exception for \(exception.rule) held until \(until)",
                    path: exception.declaration.path,
                    span: exception.span
                )
            }
    }
}
